import Foundation
import PortableSecurity

/// What a download that broke off has left, for those who keep it from one process to the next.
package enum DownloadRemains {
    /// Whether a download of `request` can go on with it.
    package static func fits(_ resumeData: Data, _ request: URLRequest) -> Bool {
        PartialDownload(resumeData, for: request).map { access($0.path, R_OK | W_OK) == 0 } ?? false
    }

    /// Whether a download of something can go on with it.
    package static func isUsable(_ resumeData: Data) -> Bool {
        guard let left = try? JSONDecoder().decode(PartialDownload.self, from: resumeData) else { return false }
        return left.namesPartialFile && access(left.path, R_OK | W_OK) == 0
    }

    /// The file that has come; nil for what is no resume data.
    package static func path(_ resumeData: Data) -> String? {
        (try? JSONDecoder().decode(PartialDownload.self, from: resumeData))?.path
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
