#if os(Linux)
    import MutualTLSKeychain

    /// The code that `body` fails with; nil where it doesn't, or with another error.
    func fault<Result>(_ body: () throws -> Result) -> KeychainError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? KeychainError)?.code
        }
    }
#endif
