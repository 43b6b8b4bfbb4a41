#if !canImport(Security)
    @_exported import Foundation
    @_exported import FoundationNetworking

    // Core Foundation's names for what are Swift values here, so that `data as CFData` and `query as CFDictionary` compile
    // unchanged.

    /// Bytes.
    public typealias CFData = Data
    /// A dictionary, as options and queries are written.
    public typealias CFDictionary = [String: Any]
    /// An array.
    public typealias CFArray = [Any]
    /// A string.
    public typealias CFString = String
    /// Any object.
    public typealias CFTypeRef = AnyObject
    /// An error.
    public typealias CFError = NSError
    /// A date.
    public typealias CFDate = Date
    /// A boolean as an object.
    public typealias CFBoolean = NSNumber
    /// A number as an object.
    public typealias CFNumber = NSNumber
    /// The object that stands for nothing.
    public typealias CFNull = NSNull
    /// Seconds since 2001-01-01T00:00:00Z.
    public typealias CFAbsoluteTime = Double
    /// An index or a count.
    public typealias CFIndex = Int
    /// The number of a type; see `CFGetTypeID(_:)`.
    public typealias CFTypeID = UInt
    /// A set of flags.
    public typealias CFOptionFlags = UInt
    /// A result code: `errSecSuccess` or one of the `errSec...` constants.
    public typealias OSStatus = Int32

    /// Where memory comes from. There is only one place here, so that every argument of this type is nil.
    public final class CFAllocator: Sendable {
        private init() {}
    }

    /// The default allocator.
    public let kCFAllocatorDefault: CFAllocator? = nil

    /// True, as an object: `kSecReturnRef as String: kCFBooleanTrue!`.
    public let kCFBooleanTrue: CFBoolean! = true
    /// False, as an object.
    public let kCFBooleanFalse: CFBoolean! = false
    /// The object that stands for nothing.
    public let kCFNull: CFNull! = NSNull()

    /// Whether two objects are equal.
    public func CFEqual(_ first: CFTypeRef?, _ second: CFTypeRef?) -> Bool {
        if first === second { return true }
        guard let first = first as? AnyHashable, let second = second as? AnyHashable else { return false }
        return first == second
    }

    /// The number of an object's type: that of `SecIdentityGetTypeID()` and its like for this module's types, else 0.
    ///
    /// On Apple a cast to a Core Foundation class always succeeds, so code compares this number before `as!`.
    public func CFGetTypeID(_ object: CFTypeRef?) -> CFTypeID {
        (object as? any SecurityObject).map { type(of: $0).typeID } ?? 0
    }

    /// An object with a type number of its own.
    protocol SecurityObject: AnyObject {
        static var typeID: CFTypeID { get }
    }

    /// The elements of an array that was given as `CFTypeRef` or as a Swift array; nil when it is no array.
    func elements(of value: Any?) -> [Any]? {
        switch value {
        case let array as [Any]: array
        case let array as NSArray: array.map { $0 }
        default: nil
        }
    }
#endif
