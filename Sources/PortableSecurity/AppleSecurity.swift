// On Apple platforms this module is the system's own Security framework. Every other file of it is for Linux.
#if canImport(Security)
    @_exported import Foundation
    @_exported import Security
#endif
