"""Languages that models are translated to."""

from .c import C
from .cpp import Cpp
from .csharp import CSharp
from .gdscript import GDScript
from .glsl import Glsl
from .java import Java
from .javascript import JavaScript, TypeScript
from .language import Language
from .lua import Lua
from .python import Python
from .rust import Rust

LANGUAGES: dict[str, type[Language]] = {
    language.name: language
    for language in (C, Cpp, CSharp, GDScript, Glsl, Java, JavaScript, Lua, Python, Rust, TypeScript)
}
