/// A reference to an object that another keeps alive: plain bytes, so that nothing is counted when it is handed on.
///
/// Using it after the object is gone is undefined. Whoever makes one says who keeps the object.
@frozen
public struct Borrowed<Object: AnyObject & Sendable>: BitwiseCopyable, @unchecked Sendable {
  private let object: Unmanaged<Object>

  public init(_ object: Object) { self.object = .passUnretained(object) }

  /// Lends the object to a question.
  public func ask<Answer>(_ question: (Object) -> Answer) -> Answer {
    object._withUnsafeGuaranteedRef(question)
  }
}
