"""Recovery: vehicles that make no headway, the reason, how they free themselves, and how they are recovered."""
