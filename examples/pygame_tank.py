"""Drive a tank in pygame, each track by its own keys: the same drive at any frame rate.

    python pygame_tank.py                          # W and S: left track; up and down: right track
    python pygame_tank.py --seconds 12 --fps 20    # drives itself for 12 s of 20 frames each, then ends

Needs pygame-ce.
"""

import argparse
import math
from pathlib import Path

import motorpool as mp

try:
    import pygame
except ModuleNotFoundError:
    raise SystemExit("this example needs pygame; install it with: pip install pygame-ce") from None

STEP = 1 / 120  # time between two changes of the track speeds [s]; `tracked` follows the arc between them exactly
TOP_SPEED, ACCELERATION = 6.0, 5.0  # of a track [m/s], [m/s^2]
SCALE = 26.0  # [pixels/m]
WIDTH, HEIGHT = 960, 540  # [pixels]
HULL = (7.9, 3.6)  # length and width [m]
BELT = (6.6, 0.62)  # length and width of a track on the ground [m]
LINK = 0.4  # distance between two marks on a belt [m]
EARTH, RUT, GRID, STEEL, MARK, PAINT, DECK, TEXT = (
    "#8a7a5c", "#74664c", "#978768", "#33363a", "#6c7076", "#56683f", "#475735", "#f7f2e4",
)  # fmt: skip
DEMO = [(0.0, 1, -1), (1.6, 1, 1), (4.6, 0.4, 1), (7.6, 1, 1), (9.4, 1, 0.3)]  # from when [s]: left and right key


def read_keys(time, *, is_demo):
    """Return the keys of the left and the right track: 1 forward, -1 backward, 0 none."""
    if is_demo:
        return [keys for start, *keys in DEMO if start <= time][-1]
    held = pygame.key.get_pressed()
    return held[pygame.K_w] - held[pygame.K_s], held[pygame.K_UP] - held[pygame.K_DOWN]


def towards(speed, target):
    """Return the speed of a track one step later, at most ``ACCELERATION`` nearer to its target [m/s]."""
    return speed + max(-ACCELERATION * STEP, min(ACCELERATION * STEP, target - speed))


class Belts:
    """The two tracks of a tank as they are drawn: how far each has run [m], and the ruts that it has left."""

    def __init__(self, tank):
        self.tank, self.run, self.ruts = tank, [0.0, 0.0], ([], [])

    def follow(self):
        """Advance by one step of the tank."""
        tank = self.tank
        for side, speed in enumerate((tank.left_track_speed, tank.right_track_speed)):
            self.run[side] += speed * STEP
            place = from_hull(tank, 0.0, (0.5 - side) * tank.track_gauge)
            if not self.ruts[side] or math.dist(place, self.ruts[side][-1]) > 0.2:
                self.ruts[side].append(place)


def from_hull(tank, ahead, left):
    """Return east and north of a point of the hull [m]."""
    sine, cosine = math.sin(tank.yaw), math.cos(tank.yaw)
    return tank.x + ahead * cosine - left * sine, tank.y + ahead * sine + left * cosine


def advance(tank, belts, time, *, is_demo):
    """Move the tank by one step."""
    left, right = read_keys(time, is_demo=is_demo)
    tank.left_track_speed = towards(tank.left_track_speed, left * TOP_SPEED)
    tank.right_track_speed = towards(tank.right_track_speed, right * TOP_SPEED)
    tank.step(STEP)
    belts.follow()


def draw(screen, tank, belts, font):
    """Draw the ground with the ruts, and the tank in the middle of the screen."""
    view = {"scale": SCALE, "left": tank.x - 0.5 * WIDTH / SCALE, "top": tank.y + 0.5 * HEIGHT / SCALE}

    def pixels(x, y):
        return mp.to_screen(x, y, 0.0, **view)[:2]

    def patch(ahead, left, length, width, colour, radius=0):
        """Draw a rectangle of the hull by its middle and its size [m]."""
        surface = pygame.Surface((length * SCALE, width * SCALE), pygame.SRCALPHA)
        pygame.draw.rect(surface, colour, surface.get_rect(), border_radius=radius)
        turned = pygame.transform.rotozoom(surface, math.degrees(tank.yaw), 1.0)  # counter-clockwise as seen, like yaw
        screen.blit(turned, turned.get_rect(center=pixels(*from_hull(tank, ahead, left))))

    screen.fill(EARTH)
    for metre in range(0, 60, 5):  # a grid, so that motion is seen
        east, _ = pixels(view["left"] - view["left"] % 5 + metre, 0.0)
        _, north = pixels(0.0, view["top"] - view["top"] % 5 - metre + 5)
        pygame.draw.line(screen, GRID, (east, 0), (east, HEIGHT))
        pygame.draw.line(screen, GRID, (0, north), (WIDTH, north))
    for rut in belts.ruts:
        for place in rut:
            pygame.draw.circle(screen, RUT, pixels(*place), 0.5 * BELT[1] * SCALE)
    for side, run in enumerate(belts.run):
        left = (0.5 - side) * tank.track_gauge
        patch(0.0, left, *BELT, STEEL, 4)
        for mark in range(int(BELT[0] / LINK)):  # a belt's upper run moves forward when the tank does
            patch(-0.5 * BELT[0] + 0.1 + (mark * LINK + run) % (BELT[0] - 0.2), left, 0.08, BELT[1], MARK)
    patch(0.0, 0.0, HULL[0], tank.track_gauge - BELT[1], PAINT, 6)
    patch(4.1, 0.0, 4.4, 0.24, DECK)
    patch(0.1, 0.0, 4.0, 2.3, DECK, 14)
    left, right = tank.left_track_speed, tank.right_track_speed
    screen.blit(font.render(f"left {left:4.1f} m/s   right {right:4.1f} m/s", True, TEXT), (16, 12))


def main(seconds, fps, save):
    """Step the tank by the time that has passed since the last frame, until the window is closed."""
    pygame.display.init()
    pygame.font.init()
    screen, clock, font = pygame.display.set_mode((WIDTH, HEIGHT)), pygame.time.Clock(), pygame.font.Font(None, 32)
    tank = mp.Vehicle("tracked", track_gauge=2.8)  # its tracks do not slip; `M1A1` has soil, engine and slip
    belts, steps, waiting, is_demo = Belts(tank), 0, 0.0, seconds is not None
    while not any(event.type == pygame.QUIT for event in pygame.event.get()):
        waiting += 1 / fps if is_demo else min(clock.tick(fps) / 1000, 0.25)  # a long pause is not caught up
        while waiting > STEP - 1e-9:
            advance(tank, belts, steps * STEP, is_demo=is_demo)
            steps, waiting = steps + 1, waiting - STEP
        draw(screen, tank, belts, font)
        pygame.display.flip()
        if is_demo and steps * STEP > seconds - 1e-9:
            print(f"after {steps * STEP:.2f} s: x {tank.x:.6f} m, y {tank.y:.6f} m, yaw {tank.yaw:.6f} rad")
            break
    if save:
        pygame.image.save(screen, save)
    pygame.quit()


def number_in(low, high, kind=int):
    """Return a reader of an option that takes numbers from `low` to `high`."""

    def number(text):
        if not low <= kind(text) <= high:
            raise argparse.ArgumentTypeError(f"{text} is not in {low}..{high}")
        return kind(text)

    return number


def picture(text):
    """Read an option that names a picture to write."""
    if Path(text).suffix not in (".png", ".jpg", ".bmp") or not Path(text).parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text} must end with .png, .jpg or .bmp, in a folder that exists")
    return text


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--seconds", type=number_in(0.0, 3600.0, float), help="drive by itself for so many seconds, as fast as possible"
    )
    parser.add_argument(
        "--fps", type=number_in(1, 1000), default=60, help="frames per second; the drive does not depend on them"
    )
    parser.add_argument("--save", type=picture, help="save the last frame as a picture")
    arguments = parser.parse_args()
    main(arguments.seconds, arguments.fps, arguments.save)
