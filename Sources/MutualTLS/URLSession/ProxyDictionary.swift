#if os(Linux)
    import Foundation

    extension MutualTLSSession.Proxy {
        /// Reads `connectionProxyDictionary`: `HTTPSProxy` leads to https servers, `HTTPProxy` to http servers, and
        /// `SOCKSProxy` to those that have neither, as on Apple's platforms. None of them means no proxy, whatever the
        /// environment says.
        /// - Parameter dictionary: with the keys of CFNetwork: for each kind `...Proxy`, a name or an address, `...Port`, and
        ///   `...Enable`, which may be missing; `ExceptionsList`; and `kCFProxyUsernameKey` with `kCFProxyPasswordKey`.
        init(_ dictionary: [AnyHashable: Any]) {
            var variables: [String: String] = [:]
            for (kind, scheme, variable) in [
                ("HTTPS", "http", "https_proxy"), ("HTTP", "http", "http_proxy"), ("SOCKS", "socks5h", "all_proxy"),
            ] {
                guard let host = dictionary["\(kind)Proxy"] as? String, !host.isEmpty,
                    Self.number(dictionary["\(kind)Enable"]) != 0
                else { continue }
                let port = Self.number(dictionary["\(kind)Port"]).map { ":\($0)" } ?? ""
                let user = ["kCFProxyUsernameKey", "kCFProxyPasswordKey"].compactMap {
                    (dictionary[$0] as? String)?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
                }.joined(separator: ":")
                // One that can't be read is an error when it is needed.
                let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
                variables[variable] = "\(scheme)://\(user.isEmpty ? "" : user + "@")\(name)\(port)"
            }
            if let exceptions = dictionary["ExceptionsList"] as? [String] {
                // curl takes "example.com" for a domain with all below it.
                variables["no_proxy"] = exceptions.map { $0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0 }
                    .joined(separator: ",")
            }
            self.init(kind: .variables(variables))
        }

        /// A number in any of the types in which Swift puts one into a dictionary.
        private static func number(_ value: Any?) -> Int? {
            switch value {
            case let number as Int: number
            case let flag as Bool: flag ? 1 : 0
            case let number as NSNumber: number.intValue
            case let text as String: Int(text)
            default: nil
            }
        }
    }
#endif
