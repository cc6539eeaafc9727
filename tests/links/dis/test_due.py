"""The publisher's loop over all vehicles, beside the plain measure of what others see."""

import numpy as np
from dead_reckoner import DeadReckoner

from motorpool.links.dis.motion.columns import EntityStates, empty_motion, empty_pose
from motorpool.links.dis.motion.dead_reckoning import Thresholds
from motorpool.links.dis.motion.due import Looks, Publication, find_due, looks_of, nothing_sent
from motorpool.links.dis.motion.local_motion import no_estimate
from motorpool.models.dead_reckoning import Pose

COUNT, NOW, DT = 200, 9.0, 1.0 / 60.0


def test_where_nothing_grows_it_sends_what_is_beyond_the_thresholds_or_a_heartbeat_old():
    random, thresholds = np.random.default_rng(5), Thresholds()
    motion = empty_motion(COUNT)
    for vector in (motion.velocity, motion.acceleration):
        vector.x[:], vector.y[:] = random.normal(size=(2, COUNT))
    sent = nothing_sent(COUNT)
    states = EntityStates(motion, np.full(COUNT, 4, np.int8), NOW - random.uniform(0.1, 6.0, COUNT))
    sent = sent._replace(states=states, looks=np.full(COUNT, float(looks_of(0.0, 0.0, 0.0))))
    reckoner, truth = DeadReckoner(), empty_pose(COUNT)
    reckoner.extrapolate(states, truth, NOW)
    truth = Pose(truth.x + random.uniform(-1.5, 1.5, COUNT), truth.y, truth.z, truth.yaw, truth.pitch, truth.roll)
    age, estimate = NOW - states.time, no_estimate(COUNT)
    for own, velocity, acceleration in zip(estimate.velocity, motion.velocity, motion.acceleration, strict=True):
        own[:] = velocity + age * acceleration  # true and extrapolated vehicles keep their distance
    errors = reckoner.measure(states, truth, NOW)
    still = np.zeros(COUNT)
    publication = Publication(
        truth, still, Looks(still, still, still, still), estimate, sent, np.zeros(COUNT), errors.distance, errors.angle
    )
    find_due(publication, thresholds.distance, thresholds.angle, thresholds.heartbeat, 0.0, NOW, DT)
    wanted = reckoner.exceeds(states, truth, NOW, thresholds) | (age >= thresholds.heartbeat)
    assert 20 < wanted.sum() < 180
    assert (publication.due == 1.0).tolist() == wanted.tolist()
