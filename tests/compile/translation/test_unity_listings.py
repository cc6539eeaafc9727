"""The listings for Unity compile as they stand, beside an exported vehicle, with substitutes of Unity's types."""

import re
import subprocess
from pathlib import Path

import pytest
from installed import runs

import motorpool as mp

ROOT = Path(__file__).parents[3]
LISTINGS = {"Tank": "docs/cookbook.md", "VehiclePoses": "examples/game_engines.md"}
SUBSTITUTES = """
using System;
namespace UnityEngine {
    public struct Vector3 { public Vector3(float x, float y, float z) {} }
    public class Transform { public Vector3 position, eulerAngles; }
    public class GameObject { public Transform transform = new Transform(); }
    public class MonoBehaviour {
        public Transform transform = new Transform();
        public static GameObject Instantiate(GameObject prefab) { return prefab; }
    }
    public static class Time { public static float fixedDeltaTime = 0.02f; }
}
namespace Newtonsoft.Json.Linq {
    public class JToken {
        public JToken this[object key] { get { return null; } }
        public static explicit operator float(JToken token) { return 0f; }
    }
    public class JObject : JToken { public static JObject Parse(string text) { return new JObject(); } }
    public class JArray : JToken { public int Count { get { return 0; } } }
}
"""


def test_the_listings_for_unity_compile_together_with_an_exported_vehicle(tmp_path: Path) -> None:
    if not runs("mcs"):
        pytest.skip("mcs is not installed, or does not run")
    (tmp_path / "Substitutes.cs").write_text(SUBSTITUTES, encoding="utf-8")
    (tmp_path / "M1a1.cs").write_text(mp.export("M1A1", to="csharp", poses=["unity"]), encoding="utf-8")
    for name, place in LISTINGS.items():
        listings = re.findall(r"^```csharp\n(.*?)^```", (ROOT / place).read_text(encoding="utf-8"), re.M | re.S)
        (listing,) = [text for text in listings if f"public class {name} : MonoBehaviour" in text]
        (tmp_path / f"{name}.cs").write_text(listing, encoding="utf-8")
    files = sorted(path.name for path in tmp_path.iterdir())
    command = ["mcs", "-langversion:7", "-target:library", "-out:all.dll", *files]
    compiled = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr
