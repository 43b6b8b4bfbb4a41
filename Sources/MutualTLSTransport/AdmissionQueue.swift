/// Decides which transfers may start: it bounds the connections to a host without knowing any.
///
/// One transfer to a host goes first. Once its connection shows whether it carries many at once, as HTTP/2 does, others
/// follow. libcurl could queue by itself (`CURLMOPT_MAX_HOST_CONNECTIONS`, `CURLOPT_PIPEWAIT`), but Debian 12's loses
/// transfers that way.
struct AdmissionQueue {
    /// A host and port, as the transfer's URL names them.
    typealias Host = String

    private struct Line {
        var active = 0
        var waiting: [Transfer.ID] = []
        /// nil until a connection has shown it.
        var multiplexes: Bool?
    }

    private let connectionsPerHost: Int
    private let streamsPerConnection: Int
    private var lines: [Host: Line] = [:]

    /// - Parameters:
    ///   - connectionsPerHost: how many transfers may be active where each needs a connection of its own.
    ///   - streamsPerConnection: how many may be active where they share one.
    init(connectionsPerHost: Int, streamsPerConnection: Int = 100) {
        self.connectionsPerHost = max(1, connectionsPerHost)
        self.streamsPerConnection = streamsPerConnection
    }

    /// A new transfer comes. Returns those that may start now.
    mutating func arrive(_ id: Transfer.ID, at host: Host) -> [Transfer.ID] {
        lines[host, default: Line()].waiting.append(id)
        return admit(host)
    }

    /// A connection to the host has shown what it can. Returns those that may start now.
    mutating func learn(_ host: Host, multiplexes: Bool) -> [Transfer.ID] {
        guard lines[host] != nil, lines[host]?.multiplexes != multiplexes else { return [] }
        lines[host]?.multiplexes = multiplexes
        return admit(host)
    }

    /// A transfer has ended, or gives up waiting. Returns those that may start now.
    mutating func leave(_ id: Transfer.ID, from host: Host, wasActive: Bool) -> [Transfer.ID] {
        guard var line = lines[host] else { return [] }
        if wasActive {
            line.active -= 1
        } else {
            line.waiting.removeAll { $0 == id }
        }
        // A shared connection may be gone by the time the next one comes, so one goes first again.
        let isIdle = line.active == 0 && line.waiting.isEmpty
        lines[host] = isIdle ? nil : line
        return admit(host)
    }

    private mutating func admit(_ host: Host) -> [Transfer.ID] {
        guard var line = lines[host] else { return [] }
        let limit =
            switch line.multiplexes {
            case nil: 1
            case true?: streamsPerConnection
            case false?: connectionsPerHost
            }
        let count = min(max(0, limit - line.active), line.waiting.count)
        guard count > 0 else { return [] }
        let admitted = Array(line.waiting.prefix(count))
        line.waiting.removeFirst(count)
        line.active += count
        lines[host] = line
        return admitted
    }
}
