import Foundation
import PortableSecurity

extension IdentityStore {
    /// What has happened to the identity that has a label.
    public struct Change: Sendable, Hashable {
        /// What kind of change it is; new kinds may come.
        public struct Kind: Sendable, Hashable, CustomStringConvertible {
            /// The kind's name, as it is spelled here.
            public let description: String

            /// There was none with the label.
            public static let added = Kind(description: "added")
            /// There was another one.
            public static let replaced = Kind(description: "replaced")
            /// There is none any more.
            public static let removed = Kind(description: "removed")
        }

        /// What has happened.
        public let kind: Kind
        /// The identity's label.
        public let label: String

        /// Makes a change.
        public init(_ kind: Kind, label: String) { (self.kind, self.label) = (kind, label) }
    }

    /// What happens to identities from now on. An identity that gets another label is removed under the one and added under
    /// the other. Changes that follow each other at once may be told as one.
    ///
    /// On Linux what any process writes is told; the keychain's folder is made where it isn't there. On Apple platforms only what
    /// this process does through an `IdentityStore` is. It ends with the task that reads it, and otherwise never.
    public var changes: AsyncStream<Change> {
        // Taken now, so that nothing is missed that happens before the first one is awaited.
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = place.watch { signal.yield() }
        let before = try? labels()
        let (changes, sink) = AsyncStream.makeStream(of: Change.self)
        let task = Task {
            var known = before ?? [:]
            for await _ in signals {
                // A keychain that can't be read just now is looked at again when it is next written.
                guard let now = try? labels() else { continue }
                for change in Self.changes(from: known, to: now) { sink.yield(change) }
                known = now
            }
            withExtendedLifetime(watch) {}
        }
        sink.onTermination = { _ in
            signal.finish()
            task.cancel()
        }
        return changes
    }

    /// What tells two states apart, by label.
    static func changes(from old: [String: Set<CertificateKey>], to new: [String: Set<CertificateKey>]) -> [Change] {
        Set(old.keys).union(new.keys).sorted().compactMap { label in
            switch (old[label], new[label]) {
            case (nil, .some): Change(.added, label: label)
            case (.some, nil): Change(.removed, label: label)
            case (let former, let current): former == current ? nil : Change(.replaced, label: label)
            }
        }
    }

    /// Which certificates have each label, by attributes alone.
    private func labels() throws(MutualTLSError) -> [String: Set<CertificateKey>] {
        let found = try items.all(identityQuery(nil), returning: kSecReturnAttributes)
        return found.reduce(into: [:]) { labels, item in
            guard let label = item[kSecAttrLabel as String] as? String, let key = CertificateKey(attributes: item)
            else {
                return
            }
            labels[label, default: []].insert(key)
        }
    }
}
