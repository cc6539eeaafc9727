"""Drive a car in pygame with the arrow keys: the motion is Motorpool's, the drawing is yours.

    python pygame_car.py                  # space is the parking brake: try it in a bend
    python pygame_car.py --frames 300     # drives itself for so many frames, then ends

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

FRAME = 1 / 60  # [s]
SCALE = 14.0  # [pixels/m]
WIDTH, HEIGHT = 960, 540  # [pixels]
ASPHALT, LINE, MARK, PAINT, TEXT = "#54585f", "#6b7078", "#2c2e32", "#e0653c", "#f2eee2"


def read_keys(car, demo_frame):
    """Turn keys into the controls of the car; a demonstration speeds up and then pulls the parking brake in a bend."""
    held = pygame.key.get_pressed()
    ahead, back, left, right, park = (
        held[key] for key in (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_SPACE)
    )
    if demo_frame is not None:
        ahead, left, park = demo_frame < 280, demo_frame > 270, demo_frame > 290
    is_braking = (back and car.speed > 1.0) or (ahead and car.speed < -1.0)
    car.brake = 1.0 if is_braking else 0.0
    car.throttle = 0.0 if is_braking else float(ahead) - float(back)
    car.parking_brake = float(park)
    car.steer_angle = (left - right) * car.max_steer_angle / (1.0 + abs(car.speed) / 15.0)  # less where it is fast


def wheels(car):
    """Return the places of the four wheels: x, y are those of the centre of mass."""
    sine, cosine, half = math.sin(car.yaw), math.cos(car.yaw), 0.5 * car.track_width
    corners = [(along, side) for along in (car.front_axle_offset, -car.rear_axle_offset) for side in (-half, half)]
    return [(car.x + a * cosine - s * sine, car.y + a * sine + s * cosine) for a, s in corners]


def draw(screen, car, picture, marks, font):
    """Draw the ground around the car, the marks of its tyres, and the car in the middle of the screen."""
    view = {"scale": SCALE, "left": car.x - 0.5 * WIDTH / SCALE, "top": car.y + 0.5 * HEIGHT / SCALE}
    screen.fill(ASPHALT)
    for metre in range(0, 100, 10):  # a grid, so that motion is seen
        right = mp.to_screen(view["left"] - view["left"] % 10 + metre, 0.0, 0.0, **view)[0]
        down = mp.to_screen(0.0, view["top"] - view["top"] % 10 - metre + 10, 0.0, **view)[1]
        pygame.draw.line(screen, LINE, (right, 0), (right, HEIGHT))
        pygame.draw.line(screen, LINE, (0, down), (WIDTH, down))
    for x, y in marks:
        pygame.draw.circle(screen, MARK, mp.to_screen(x, y, 0.0, **view)[:2], 2)
    turned = pygame.transform.rotate(picture, math.degrees(car.yaw))  # counter-clockwise as seen, like yaw
    screen.blit(turned, turned.get_rect(center=mp.to_screen(car.x, car.y, car.yaw, **view)[:2]))
    sideslip = math.degrees(math.atan2(car.lateral_speed, abs(car.speed) + 0.1))
    words = f"{car.speed * 3.6:4.0f} km/h   sideslip {sideslip:3.0f}°"
    screen.blit(font.render(words, True, TEXT), (16, 12))


def main(frames, save):
    """Step the car once a frame, until the window is closed."""
    pygame.display.init()
    pygame.font.init()
    screen, clock, font = pygame.display.set_mode((WIDTH, HEIGHT)), pygame.time.Clock(), pygame.font.Font(None, 32)
    car, marks, done = mp.Vehicle("car"), [], 0
    picture = pygame.Surface((4.5 * SCALE, 1.8 * SCALE), pygame.SRCALPHA)  # it looks to the right
    pygame.draw.rect(picture, PAINT, picture.get_rect(), border_radius=6)
    pygame.draw.rect(
        picture, MARK, (0.55 * picture.get_width(), 3, 0.12 * picture.get_width(), picture.get_height() - 6)
    )
    while not any(event.type == pygame.QUIT for event in pygame.event.get()) and done != frames:
        read_keys(car, None if frames is None else done)
        car.step(FRAME / 2, steps=2)
        if abs(car.lateral_speed) > 0.8:
            marks = [*marks[-800:], *wheels(car)]
        draw(screen, car, picture, marks, font)
        pygame.display.flip()
        done += 1
        if frames is None:
            clock.tick(60)
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
        "--frames", type=number_in(1, 1_000_000), help="drive by itself for so many frames, as fast as possible"
    )
    parser.add_argument("--save", type=picture, help="save the last frame as a picture")
    arguments = parser.parse_args()
    main(arguments.frames, arguments.save)
