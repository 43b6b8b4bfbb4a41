#if os(Linux)
    internal import CMutualTLSSQLite
    import Foundation

    /// A prepared statement. Used by its connection alone, which frees it.
    final class Statement {
        private let pointer: OpaquePointer
        private let columns: Int32

        /// Why a call failed.
        struct Failure: Error {
            /// SQLite's extended result code.
            let code: Int32
            /// The system's error number; 0 for none. SQLite keeps it for other calls, but not for a COMMIT.
            var system: Int32 = 0
        }

        init(_ sql: String, on handle: OpaquePointer) throws(Failure) {
            var made: OpaquePointer?
            let result = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
            guard result == SQLITE_OK, let made else { throw Failure(code: result) }
            pointer = made
            columns = sqlite3_column_count(made)
        }

        deinit { sqlite3_finalize(pointer) }

        /// Runs it to its end.
        func rows(_ values: [ItemValue?]) throws(Failure) -> [[ItemValue?]] {
            defer {
                sqlite3_reset(pointer)
                sqlite3_clear_bindings(pointer)
            }
            for (index, value) in values.enumerated() {
                let result = bind(value, Int32(index + 1))
                guard result == SQLITE_OK else { throw Failure(code: result) }
            }
            var rows: [[ItemValue?]] = []
            errno = 0
            while true {
                let result = sqlite3_step(pointer)
                switch result {
                case SQLITE_ROW: rows.append((0..<columns).map(value))
                case SQLITE_DONE: return rows
                default: throw Failure(code: result, system: errno)
                }
            }
        }

        /// SQLite copies what it is given.
        private func bind(_ value: ItemValue?, _ index: Int32) -> Int32 {
            // What C calls SQLITE_TRANSIENT: a number in a pointer's place, never called.
            let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            switch value {
            case nil: return sqlite3_bind_null(pointer, index)
            case .number(let number): return sqlite3_bind_int64(pointer, index, number)
            case .text(let text):
                return sqlite3_bind_text64(pointer, index, text, UInt64(text.utf8.count), copied, UInt8(SQLITE_UTF8))
            // An empty buffer may have no address, and SQLite takes that for NULL.
            case .data(let data) where data.isEmpty: return sqlite3_bind_zeroblob(pointer, index, 0)
            case .data(let data):
                return data.withUnsafeBytes { bytes in
                    sqlite3_bind_blob64(pointer, index, bytes.baseAddress, UInt64(bytes.count), copied)
                }
            }
        }

        private func value(_ index: Int32) -> ItemValue? {
            switch sqlite3_column_type(pointer, index) {
            case SQLITE_INTEGER: return .number(sqlite3_column_int64(pointer, index))
            case SQLITE_TEXT:
                guard let text = sqlite3_column_text(pointer, index) else { return .text("") }
                let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(pointer, index)))
                return .text(String(decoding: bytes, as: UTF8.self))
            case SQLITE_BLOB:
                guard let bytes = sqlite3_column_blob(pointer, index) else { return .data(Data()) }
                return .data(Data(bytes: bytes, count: Int(sqlite3_column_bytes(pointer, index))))
            default: return nil
            }
        }
    }
#endif
