/// Decides which transfers may start: it bounds the connections to a host without knowing any.
///
/// One transfer to a host goes first. Once its connection shows whether it carries many at once, as HTTP/2 does, others
/// follow. libcurl could queue by itself (`CURLMOPT_MAX_HOST_CONNECTIONS`, `CURLOPT_PIPEWAIT`), but Debian 12's loses
/// transfers that way.
struct AdmissionQueue {
    /// Scheme, host and port, as the transfer's URL names them.
    struct Host: Hashable, Sendable {
        var scheme: String
        var name: String
        var port: Int
    }

    private struct Line {
        var active = 0
        var waiting: [Transfer.ID] = []
        /// nil until a connection has shown it.
        var multiplexes: Bool?
        /// Whether somebody has waited too long for that.
        var isImpatient = false
        /// How many of the active ones may be on one connection still, though connections are no longer shared.
        var crowd = 0

        var isIdle: Bool { active == 0 && waiting.isEmpty }
    }

    private let connectionsPerHost: Int
    private let streamsPerConnection: Int
    private(set) var sharesConnections = true
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
            line.crowd = max(0, line.crowd - 1)
        } else {
            line.waiting.removeAll { $0 == id }
        }
        lines[host] = line.isIdle && line.multiplexes == nil ? nil : line
        return admit(host)
    }

    /// Somebody has waited too long to know what the host's connections can. Returns those that may start now.
    mutating func losePatience(_ host: Host) -> [Transfer.ID] {
        guard lines[host] != nil else { return [] }
        lines[host]?.isImpatient = true
        return admit(host)
    }

    /// No connection to the host is left: one goes first again.
    mutating func forget(_ host: Host) {
        lines[host]?.multiplexes = nil
        if lines[host]?.isIdle == true { lines[host] = nil }
    }

    /// From now on transfers share connections that carry many at once, or each needs one of its own. Returns those that may
    /// start now.
    mutating func share(_ shares: Bool) -> [Transfer.ID] {
        guard shares != sharesConnections else { return [] }
        sharesConnections = shares
        let hosts = Array(lines.keys)
        for host in hosts {
            let active = lines[host]?.active ?? 0
            lines[host]?.crowd = shares ? 0 : active
        }
        return shares ? hosts.flatMap { admit($0) } : []
    }

    /// Whether a transfer that comes now would find an open connection that has room for it.
    /// - Parameter connections: how many are open to a host.
    func hasRoom(at host: Host, _ connections: (Host) -> Int) -> Bool {
        let count = connections(host)
        guard count > 0 else { return false }
        guard let line = lines[host] else { return true }
        return line.waiting.isEmpty
            && line.active < (line.multiplexes == true && sharesConnections ? streamsPerConnection : count)
    }

    private mutating func admit(_ host: Host) -> [Transfer.ID] {
        guard var line = lines[host] else { return [] }
        let limit =
            switch line.multiplexes {
            case nil: line.isImpatient ? connectionsPerHost : 1
            case true? where sharesConnections: streamsPerConnection
            case true?: line.crowd + connectionsPerHost
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
