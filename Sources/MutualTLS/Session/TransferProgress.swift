import Foundation

/// How far an upload or a download is.
public struct TransferProgress: Sendable, Hashable {
    /// How many bytes have moved.
    public var completedBytes: Int64
    /// How many there are; nil where that isn't known.
    public var totalBytes: Int64?

    /// From 0 to 1; nil where the total isn't known.
    public var fractionCompleted: Double? {
        totalBytes.map { $0 > 0 ? min(1, Double(completedBytes) / Double($0)) : 1 }
    }
}
