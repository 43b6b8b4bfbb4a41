#if os(Linux)
    import Foundation

    /// libsecret, looked for when it is needed: servers haven't got it, and need it not.
    struct LibSecret: Sendable {
        typealias Pointer = UnsafeMutableRawPointer
        typealias Text = UnsafePointer<CChar>
        /// A place for a `GError *`.
        typealias Failure = UnsafeMutablePointer<Pointer?>

        // As libsecret's and GLib's headers declare them. `gboolean` is an Int32; a nil schema is allowed.
        typealias Store = @convention(c) (Pointer?, Pointer?, Text?, Text?, Text?, Pointer?, Failure?) -> Int32
        typealias Lookup = @convention(c) (Pointer?, Pointer?, Pointer?, Failure?) -> Pointer?
        typealias Clear = @convention(c) (Pointer?, Pointer?, Pointer?, Failure?) -> Int32
        typealias Free = @convention(c) (Pointer?) -> Void
        typealias MakeTable = @convention(c) (Pointer?, Pointer?) -> Pointer?
        typealias Insert = @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32

        /// Arguments: schema, attributes, collection, label, password, cancellable, error.
        let store: Store
        /// Arguments: schema, attributes, cancellable, error.
        let lookup: Lookup
        /// Arguments: schema, attributes, cancellable, error.
        let clear: Clear
        /// Overwrites a password and frees it.
        let free: Free
        private let makeTable: MakeTable
        private let insert: Insert
        private let freeTable: Free
        private let freeError: Free
        private let hash: Int
        private let equal: Int

        /// The library of the process; nil where it isn't installed.
        static let shared = LibSecret()

        private init?() {
            // Never closed: GLib's threads would lose their code.
            guard let library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else { return nil }
            // Sound, since the types above are those of the headers, and functions of a library of this name keep theirs.
            func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
                dlsym(library, name).map { unsafeBitCast($0, to: type) }
            }
            guard let store = function("secret_password_storev_sync", Store.self),
                let lookup = function("secret_password_lookupv_sync", Lookup.self),
                let clear = function("secret_password_clearv_sync", Clear.self),
                let free = function("secret_password_free", Free.self),
                let makeTable = function("g_hash_table_new", MakeTable.self),
                let insert = function("g_hash_table_insert", Insert.self),
                let freeTable = function("g_hash_table_unref", Free.self),
                let freeError = function("g_error_free", Free.self),
                let hash = dlsym(library, "g_str_hash"), let equal = dlsym(library, "g_str_equal")
            else { return nil }
            (self.store, self.lookup, self.clear, self.free) = (store, lookup, clear, free)
            (self.makeTable, self.insert, self.freeTable, self.freeError) = (makeTable, insert, freeTable, freeError)
            (self.hash, self.equal) = (Int(bitPattern: hash), Int(bitPattern: equal))
        }

        /// What GLib says of a failure.
        struct Words: Error { let text: String }

        /// Calls `body` with a table of attributes, and a place for the error that tells why it failed.
        /// - Parameter attributes: names and values that stay where they are for as long as `body` runs.
        func withTable(_ attributes: [Text: Text], _ body: (Pointer, Failure) -> Bool) -> Result<Void, Words> {
            guard let table = makeTable(Pointer(bitPattern: hash), Pointer(bitPattern: equal)) else {
                return .failure(Words(text: "no memory"))
            }
            defer { freeTable(table) }
            // The table only reads what it is given.
            for (name, value) in attributes { _ = insert(table, Pointer(mutating: name), Pointer(mutating: value)) }
            var failure: Pointer?
            let isDone = body(table, &failure)
            guard let failure else { return isDone ? .success(()) : .failure(Words(text: "it gives no reason")) }
            defer { freeError(failure) }
            // GError: a 32-bit domain, a 32-bit code, the message.
            let message = failure.load(fromByteOffset: 8, as: Text?.self)
            return .failure(Words(text: message.map { String(cString: $0) } ?? "it gives no reason"))
        }
    }
#endif
