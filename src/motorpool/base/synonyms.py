"""Synonyms: words of other programs and symbols of the literature, with the names that this package has for them.

Every look-up of a name takes them from here for its "did you mean". Of the names of an entry it offers those that exist
where it looks; names after a "/" only if those before it do not exist. An entry whose names are a sentence is for words
of what the package does not have. Words are in lower case, without "-", "_" and blanks; "get" and "set" at their
beginning are left out.
"""

from collections.abc import Iterable
from functools import cache

_SENTENCE = ": "  # that tells a sentence from names
_ENTRIES = (
    # quantities of vehicles, by symbols and by the words of game engines, robotics and other simulators
    ("x", "px posx east lon longitude locationx"),
    ("y", "py posy north lat latitude locationy"),
    ("z", "pz posz height altitude elevation up"),
    ("x y", "pos position location coordinates coords place xy translation transform rect center centre pose point"),
    ("yaw", "heading theta psi direction orientation rotation angle bearing facing azimuth rot rz course"),
    (
        "speed / forward_speed / desired_speed",
        "v velocity vel linear linearvelocity velocitymps vehiclespeed",
    ),
    ("forward_speed / speed / velocity_x", "vx u vlong longitudinalvelocity longitudinalspeed"),
    ("lateral_speed / velocity_y", "vy vlat lateralvelocity"),
    ("yaw_rate / angular_velocity", "omega r angular angularvelocity angularspeed wz yawspeed turnrate rotationspeed"),
    ("acceleration", "a accel ax acc"),
    (
        "steer_angle / steer / steering / wheel_angle / outer_wheel_angle",
        "delta steering steeringangle steerangle angle wheelangle turn steeringwheel",
    ),
    ("throttle", "gas accelerator pedal power accelerate acceleratorpedal gaspedal"),
    ("brake", "braking brakepedal decelerate"),
    ("parking_brake", "handbrake parkbrake ebrake"),
    ("gear", "transmission"),
    ("engine_speed", "rpm revs enginerpm"),
    ("slip_angle", "alpha"),
    ("slip_ratio", "kappa"),
    ("sideslip_angle", "beta slipangle driftangle"),
    ("hitch_angle", "articulation articulationangle trailerangle jackknifeangle"),
    ("wheelbase", "l length wheelspan axledistance"),
    ("front_axle_offset", "lf a1 cgtofront"),
    ("rear_axle_offset", "lr b1 cgtorear"),
    ("mass", "m weight"),
    ("yaw_inertia", "iz izz inertia moi"),
    ("friction / tyre_grip / track_grip", "mu grip frictioncoefficient traction adhesion"),
    ("wheel_radius", "tireradius tyreradius rw"),
    ("track_width / track_gauge / width", "width axlewidth tread trackwidth gauge"),
    ("centre_height", "hcg cgheight height"),
    ("max_speed", "topspeed speedlimit vmax maxvelocity"),
    ("max_steer_angle / max_wheel_angle", "maxsteer maxsteering steerlimit steeringlimit deltamax maxsteeringangle"),
    ("max_acceleration", "maxaccel amax"),
    ("max_brake_force", "maxbrake braketorque"),
    ("front_axle_cornering_coefficient", "cf caf corneringstiffness corneringstiffnessfront"),
    ("rear_axle_cornering_coefficient", "cr car corneringstiffnessrear"),
    # attributes and methods of vehicles and worlds
    ("step", "move tick update simulate advance integrate physicsprocess fixedupdate stepsimulation next"),
    ("run", "loop mainloop play start simulate go spin execute launch runmanager"),
    (
        "drive",
        "applycontrol control command steer act cmdvel setcontrol input ackermann driveto target turn accelerate "
        "forward applyinput setvelocity setspeed setsteering",
    ),
    ("snapshot", "save copy clone state getstate checkpoint store dump duplicate savestate tostate"),
    ("restore", "load reset setstate loadstate rewind undo respawn teleport settransform setpose"),
    ("problems", "errors warnings status issues"),
    ("present", "alive active"),
    ("add", "spawn spawnactor create insert append addvehicle addcar addfleet spawnvehicle instantiate"),
    ("remove", "delete destroy despawn kill removevehicle pop"),
    ("count", "n number num size quantity amount many howmany vehiclescount numvehicles length len total"),
    ("fleets / vehicles", "cars actors agents robots entities players fleet vehicle objects trucks tanks bodies ego"),
    ("vehicles", "fleets units traffic"),
    ("time", "clock now t simtime elapsed timestamp simulationtime"),
    ("dt", "timestep step steptime deltatime deltat delta fixeddelta fixeddeltaseconds steplength h rate hz fps"),
    ("tick", "frame framenumber stepcount steps iteration"),
    ("observers", "callbacks listeners recorders loggers hooks"),
    ("sources", "controllers inputs drivers players"),
    ("terrain", "map ground heightmap heightfield landscape world floor plane dem elevation"),
    ("surface", "soil ground material groundtype texture pavement"),
    ("roads / network", "road streets map lanes opendrive track circuit"),
    ("objects / obstacles", "obstacles obstacle trees buildings walls props scenery statics"),
    ("weather", "climate rain environment"),
    ("guidance / goal / goals", "goals goal target destination navigation waypoint route path planner"),
    ("goal_x / goal_y", "goal target destination"),
    ("route", "path waypoints trajectory plan waypoint via"),
    ("seed", "randomseed rng random"),
    ("area", "bounds extent limits size region box"),
    ("restitution", "bounce bounciness elasticity"),
    ("is_blocked / blocked_by", "collision collided iscolliding collisions crash contact hit"),
    ("contact", "collision collisions collide physics crash"),
    ("status", "done flags errors health"),
    ("gravity", "g"),
    # keys of files
    ("model", "type class kind vehicletype vehiclemodel blueprint prefab"),
    ("kind", "type class sensortype"),
    ("name", "id title label"),
    ("start", "position spawn pose spawnpoint spawnpoints initial origin place init"),
    ("heading_deg", "heading yaw angle direction yawdeg theta"),
    ("driver", "control controller ai behaviour behavior brain"),
    ("desired_speed", "speed targetspeed cruisespeed"),
    ("mount", "pose position offset transform location origin frame"),
    ("rate", "hz frequency fps updaterate samplerate"),
    ("beams", "resolution samples rays channels width"),
    ("max_range", "range maxdistance far"),
    ("first_angle last_angle", "fov fieldofview hfov anglemin anglemax"),
    ("lowest highest", "vfov verticalfov"),
    ("decision", "dt step timestep actionrepeat frameskip"),
    ("time_limit", "maxepisodesteps horizon timeout maxsteps limit duration episodelength"),
    ("observations", "observation obs states observationspace sensors"),
    ("actions", "action actionspace controls"),
    ("rewards", "reward objective cost"),
    ("ends", "done terminated termination terminations terminal"),
    ("vary", "randomise randomize domainrandomization randomization"),
    # models and vehicles
    ("bicycle / bicycle/arc", "kinematic bike kinematicbicycle simple ackermannsteering simplecar dubins reedsshepp"),
    ("single-track", "dynamic dynamicbicycle onetrack"),
    ("bicycle/four-wheel-steering", "4ws rws crab rearsteer rearwheelsteering fourwheelsteering allwheelsteering"),
    ("double-track", "fourwheel fourwheels twotrack 4wheel"),
    ("single-track/magic-formula", "pacejka magicformula tyre tire mf"),
    ("skid-steer", "differential diffdrive differentialdrive unicycle turtlebot rover robot husky jackal skid ugv"),
    ("ackermann", "carlike"),
    ("tractor-trailer", "trailer semi semitrailer"),
    ("articulated-lorry", "semi semitrailer lorry truck hgv articulated artic roadtrain"),
    ("tracked", "crawler bulldozer excavator caterpillar track tracks"),
    ("car", "sedan auto automobile hatchback suv taxi vehicle audi tesla ego passengercar vehicletesla"),
    ("M998", "jeep hummer humvee hmmwv suv pickup"),
    ("M35A2", "truck lorry bus van supplytruck"),
    ("M1A1 M1A2 T-72A / tracked", "tank abrams panzer mbt t72"),
    ("M113A3 LAV-25 M2A2", "apc ifv"),
    ("F1TENTH", "racecar f1 formula1 f1tenth rccar rc"),
    ("quad", "atv quadbike"),
    # sensors
    ("scan-3d", "lidar velodyne pointcloud laser3d lidar3d raycast ouster vlp16"),
    ("scan-2d", "lidar laser laserscan rplidar hokuyo lidar2d sonar ultrasonic radar range rangefinder ray rays"),
    ("gnss", "gps navsat gnssreceiver rtk satellite"),
    ("imu", "gyro gyroscope accelerometer inertial ins ahrs"),
    ("odometry", "odom deadreckoning odometer"),
    ("wheel-speeds", "encoder encoders wheelencoder wheelencoders tachometer wheelspeed jointstates"),
    ("height-scan", "heightmap elevation elevationmap gridmap"),
    (
        "a camera is not simulated: scan-3d, scan-2d and height-scan measure distances, and mp.learning draws pictures",
        "camera cameras rgb rgbd depth depthcamera image stereo video segmentation",
    ),
    # ground and weather
    ("dry-asphalt wet-asphalt", "asphalt tarmac pavement paved road bitumen blacktop street tar highway macadam"),
    ("concrete", "cement paving cobblestone cobblestones cobbles bricks brick rock stone"),
    ("gravel", "stones pebbles unpaved track ballast rock rocks scree dirtroad"),
    ("dry-earth wet-earth", "dirt earth soil clay loam ground offroad silt unpaved terrain dryearth dryclay"),
    ("dry-sand", "sand desert beach dune dunes"),
    ("mud", "muddy swamp marsh bog wetland wetclay clay"),
    ("packed-snow fresh-snow", "snow snowy powder winter"),
    ("ice", "icy frozen blackice glaze"),
    ("grass wet-grass", "lawn meadow field turf pasture vegetation grassland forest"),
    ("wet-asphalt wet-earth wet-grass", "wet water rain rainy"),
    ("dry", "clear sunny sun fine fair summer clearnoon cloudy overcast good none default normal day"),
    ("rain", "rainy raining wet storm drizzle shower showers hardrain hardrainnoon thunderstorm"),
    ("snow", "snowy snowing winter blizzard"),
    ("fog", "foggy mist misty haze"),
    ("conifer broadleaf", "tree trees vegetation bush forest wood"),
    ("broadleaf", "deciduous oak beech"),
    ("conifer", "pine spruce fir"),
    ("rock", "stone boulder cylinder"),
    ("building", "house wall box barn hut barrier tower cube"),
    ("wet", "winter rainy spring autumn"),
    # behaviour
    ("orca", "rvo rvo2 velocityobstacle velocityobstacles reciprocal hrvo collisionavoidance auto default on best"),
    ("dynamic-window", "dwa dynamicwindow dwb window mpc teb"),
    ("search-cone", "cone vfh potentialfield potentialfields"),
    ("none / off", "no off none disabled false never nothing null disable"),
    ("free", "on auto default unstick true recover"),
    ("report", "warn log"),
    ("autopilot", "ai auto npc bot computer agent automatic selfdriving default on"),
    ("parked", "none idle static off still stopped parking standing"),
    ("script", "scripted program manual human player keyboard"),
    ("hold", "stop stay stand park halt still wait none"),
    ("wander", "random roam patrol drive explore go free cruise"),
    ("column", "file convoy singlefile queue platoon lane"),
    ("line", "row abreast sidebyside"),
    ("wedge", "v vee arrow arrowhead triangle"),
    ("friendly", "blue ally allied own"),
    ("opposing", "red enemy hostile"),
    # learning
    ("rgb_array", "rgb image pixels array rgbarray frame video picture headless"),
    ("ansi", "text ascii console terminal print string"),
    ("human", "window screen gui display live browser viewer"),
    ("follow", "chase third thirdperson track ego vehicle car"),
    ("whole", "top topdown bird birdseye map overview all full bev"),
    ("heading", "ego egocentric rotated car"),
    ("NextStep SameStep Disabled", "none off auto on true false nextstep samestep"),
    ("BackTrailer-v0", "trailer backtrailer reverse backing"),
    ("Park-v0", "parking parkingv0"),
    ("Drift-v0", "drifting"),
    ("OffRoad-v0", "offroad terrain"),
    ("Forest-v0", "lidar navigation"),
    ("goal-distance", "distance distancetogoal dist"),
    ("goal-direction-sine goal-direction-cosine", "goalangle bearing angletogoal goaldirection"),
    ("heading-sine heading-cosine", "yaw heading theta sinyaw cosyaw orientation"),
    ("ahead left", "x y position pos"),
    ("speed", "v vx velocity"),
    ("yaw-rate", "omega angularvelocity"),
    ("scan-2d free-way", "lidar laser scan rays obstacles raycast"),
    ("progress", "distance goal dense shaping towardsgoal forward"),
    ("time", "step alive living steps penalty"),
    ("steering", "action smoothness effort control"),
    ("contact", "collision crash hit"),
    ("arrived", "goal success reached win goalreached reachedgoal"),
    ("blocked / touching / contact", "collision crash hit collided"),
    ("overturned", "rollover flip flipped roll"),
    ("outside", "offroad outofbounds bounds"),
    ("standing", "stuck idle"),
    # languages and other targets of the export
    ("fmu", "matlab simulink fmi modelica openmodelica dymola cosimulation fmi2 fmi3"),
    ("python", "numpy jax pytorch torch blender ros2 ros jupyter carla omniverse isaac mujoco pybullet"),
    ("javascript", "node nodejs html browser web webgl react p5 es6 ecmascript json wasm"),
    ("cpp", "gazebo ros ros2 ue ue4 ue5 unrealengine chrono drake webots"),
    ("csharp", "dotnet unity3d net"),
    ("gdscript", "godot3 godot4 godotengine"),
    ("lua", "love roblox luau"),
    ("java", "kotlin jvm android processing"),
    ("glsl", "shader shadertoy opengl webgpu wgsl hlsl vulkan"),
    ("c", "ansic embedded microcontroller stm32 esp32 pico avr cuda"),
    ("rust", "wasm"),
    ("screen", "pygame canvas sprite pixels 2d"),
    ("rosbridge", "ros ros2 websocket ros1 roslibjs foxglove true on"),
    ("zenoh", "dds rmw rmwzenoh cyclonedds fastdds"),
    ("ros2", "ros bag rosbag rosbag2 mcap"),
    # commands
    ("run / scenarios", "simulate start play launch sim serve live view viewer gui show open demo record server exec"),
    ("scenarios", "list ls examples worlds maps init new"),
    ("playground", "drive sandbox try keyboard teleop joystick tutorial"),
    ("vehicles", "cars trucks tanks fleet"),
    ("export", "convert translate generate codegen transpile build"),
    ("bench", "benchmark perf performance speed profile"),
    ("terrain", "import map osm opendrive maps load"),
    ("route", "path plan navigate navigation router"),
    ("fit", "calibrate identify estimate optimise optimize tune sysid identification"),
    ("sweep", "experiment batch montecarlo grid search study parameters"),
    ("compare", "plot draw graph figure"),
    ("check", "lint validatescenario verify syntax test"),
    ("validate", "test tests selftest"),
    ("kernels", "cache compile clean clear"),
    ("recover", "repair fix restore"),
    ("replay", "playback rewind player video"),
    ("mobility", "trafficability gomap goingmap"),
    ("sensors are made beside a world: mp.Sensors(world).add(name, kind)", "sensors sensor addsensor attachsensor"),
    (
        "pictures are drawn by the live page, motorpool run, and by motorpool.plot: docs/plots.md",
        "draw render show plot",
    ),
    ("build", "run step simulate start play world"),
    ("plan / route", "goto moveto navigateto driveto setdestination setgoal"),
    ("Vehicle", "car tank truck bike robot agent actor bicycle"),
    ("World", "simulation sim simulator environment engine scene game simulate town"),
    ("load", "create open read"),
    ("gymnasium.make has the tasks after import motorpool.learning: docs/learning.md", "make makeenv makevec env envs"),
    ("drivers are trained by Python programs: docs/train-a-driver.md", "train learn rl ppo gym sb3 training"),
    # options
    ("--seconds", "time duration simtime length until t end"),
    ("--vehicles", "count cars agents number n num"),
    ("--headless", "nogui batch nodisplay norender nowindow silent quiet noviewer offscreen nobrowser"),
    ("--port", "listen p"),
    ("--host", "bind address ip"),
    ("--record", "output log save out recordto"),
    ("--out", "output o save file dest destination write"),
    ("--force", "overwrite f y yes"),
    ("--seed", "random rng randomseed"),
    ("--workers / --threads", "jobs j threads processes parallel n cores nproc"),
)


def plain(name: str) -> str:
    """Return a name in lower case, without the marks between words."""
    return "".join(letter for letter in name.casefold() if letter not in "-_ ")


def synonyms_of(word: str, known: Iterable[str]) -> list[str]:
    """Return the known names that a word of another program stands for, the likely ones first."""
    names, found = set(known), dict[str, None]()
    for alternatives in _entries().get(_bare(word), ()):
        if _SENTENCE in alternatives:
            continue
        existing = ([name for name in each.split() if name in names] for each in alternatives.split(" / "))
        found.update(dict.fromkeys(next(filter(None, existing), ())))
    return list(found)


def explanation(word: str) -> str:
    """Return the sentence on a word for which there is no name; empty if there is none."""
    return next((each for each in _entries().get(_bare(word), ()) if _SENTENCE in each), "")


def _bare(word: str) -> str:
    """Return a word as the entries have it."""
    text = plain(word)
    return text[3:] if text not in _entries() and text[:3] in ("get", "set") and len(text) > 3 else text


@cache
def _entries() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for names, words in _ENTRIES:
        for word in words.split():
            found.setdefault(plain(word), []).append(names)
    return found
