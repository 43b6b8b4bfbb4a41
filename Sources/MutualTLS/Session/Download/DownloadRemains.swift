import Foundation
import PortableSecurity

/// What a download that broke off has left, for those who keep it from one process to the next.
package enum DownloadRemains {
    /// Whether a download of `request` can go on with it.
    package static func fits(_ resumeData: Data, _ request: URLRequest) -> Bool {
        PartialDownload(resumeData, for: request).map { access($0.path, R_OK | W_OK) == 0 } ?? false
    }

    /// Deletes what has come, which nobody wants any more. Only for data that nobody else could have written: the file that it
    /// names is removed.
    package static func discard(_ resumeData: Data) {
        guard let left = try? JSONDecoder().decode(PartialDownload.self, from: resumeData), left.namesPartialFile else {
            return
        }
        unlink(left.path)
    }
}
