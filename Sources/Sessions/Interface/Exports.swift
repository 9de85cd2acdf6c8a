// An app that ships a session machine imports one module.
@_exported import Backoff
@_exported import Primitives
