"""Programs that run an exported model: the language of each, and the pose in its conventions."""

from typing import NamedTuple


class Engine(NamedTuple):
    """Program that ``export`` accepts in place of a language."""

    language: str  # a name of ``languages.LANGUAGES``
    pose: str = ""  # a name of ``poses.POSES``, which is added; none for one whose conventions no pose has
    title: str = ""


ENGINES = {
    "unity": Engine("csharp", "unity", "Unity"),
    "godot": Engine("gdscript", "godot", "Godot 4"),
    "unreal": Engine("cpp", title="Unreal Engine"),
    "monogame": Engine("csharp", "screen", "MonoGame"),
    "pygame": Engine("python", "screen", "pygame"),
    "phaser": Engine("javascript", "screen", "Phaser"),
    "pixi": Engine("javascript", "screen", "PixiJS"),
    "threejs": Engine("javascript", title="three.js"),
    "babylon": Engine("javascript", title="Babylon.js"),
    "love2d": Engine("lua", "screen", "LÖVE"),
    "defold": Engine("lua", title="Defold"),
    "bevy": Engine("rust", title="Bevy"),
    "libgdx": Engine("java", title="libGDX"),
    "blender": Engine("python", title="Blender"),
    "arduino": Engine("c", title="Arduino"),
    "gazebo": Engine("cpp", title="Gazebo"),
}
