/* BackTrailer-v0 as a hand-written loop in C: an array of structures, one step of each environment after the other.

   The model is the program of `motorpool export tractor-trailer/unguided --to c`; driver's hands, observations, rewards,
   ends and starts are those of the task's file, written out with its numbers. An episode that is over begins anew at
   once, from a start that xorshift64 draws. All in SI units. */

#include "model.h"
#include <stdint.h>

#define DT 0.2
#define TIME_LIMIT 450 /* decisions */
#define MILESTONES 10.0
#define HEADING_WEIGHT 3.0 /* [m/rad] */
#define DEGREE (3.141592653589793 / 180.0)
#define ENTRIES 9

typedef tractor_trailer_unguided_state State;
typedef tractor_trailer_unguided_params Params;

typedef struct {
    State vehicle;
    Params params;
    double speed, steer;                                /* [m/s], -1..1 */
    double start_error, least_error, last_steer;        /* [m], [m], -1..1 */
    int64_t decisions;
    uint64_t random;
} Environment;

typedef struct {
    double ahead, left, heading; /* of the trailer's axle, in the frame of the goal: at the origin, north */
} Errors;

static double limited(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

static Errors errors_of(const Environment *it) {
    const double yaw = it->vehicle.yaw, trailer_yaw = yaw + it->vehicle.hitch_angle;
    const double offset = it->params.hitch_offset, length = it->params.trailer_length;
    const double x = it->vehicle.x - offset * cos(yaw) - length * cos(trailer_yaw);
    const double y = it->vehicle.y - offset * sin(yaw) - length * sin(trailer_yaw);
    return (Errors){y, -x, tractor_trailer_unguided_wrap_angle(trailer_yaw - 90.0 * DEGREE)};
}

static double size_of(Errors errors) {
    return sqrt(errors.ahead * errors.ahead + errors.left * errors.left) + HEADING_WEIGHT * fabs(errors.heading);
}

static void observe(const Environment *it, float *entries) {
    const Errors errors = errors_of(it);
    const double values[ENTRIES] = {
        errors.ahead / 25.0, errors.left / 6.0, errors.left, sin(errors.heading), cos(errors.heading),
        sin(it->vehicle.hitch_angle), cos(it->vehicle.hitch_angle), it->speed / 1.5, it->steer};
    for (int number = 0; number < ENTRIES; number++) {
        entries[number] = (float)limited(values[number], -1.0, 1.0);
    }
}

static void begin_at(Environment *it, double x, double y, double yaw, double hitch_angle, double trailer_length) {
    const uint64_t random = it->random;
    *it = (Environment){0};
    it->random = random;
    it->params = tractor_trailer_unguided_default_params();
    it->params.trailer_length = trailer_length;
    it->vehicle = tractor_trailer_unguided_default_state();
    it->vehicle.x = x, it->vehicle.y = y, it->vehicle.yaw = yaw, it->vehicle.hitch_angle = hitch_angle;
    it->start_error = it->least_error = size_of(errors_of(it));
}

static double drawn(Environment *it, double low, double high) {
    it->random ^= it->random << 13;
    it->random ^= it->random >> 7;
    it->random ^= it->random << 17;
    return low + (high - low) * (double)(it->random >> 11) * 0x1p-53;
}

static void begin(Environment *it) {
    const double ahead = drawn(it, 14.0, 24.0), left = drawn(it, -4.0, 4.0);
    const double heading = drawn(it, -25.0, 25.0) * DEGREE, hitch = drawn(it, -15.0, 15.0) * DEGREE;
    const Params usual = tractor_trailer_unguided_default_params();
    const double length = usual.trailer_length * drawn(it, 0.95, 1.05);
    const double trailer_yaw = 90.0 * DEGREE + heading, yaw = trailer_yaw - hitch;
    const double x = -left + length * cos(trailer_yaw) + usual.hitch_offset * cos(yaw);
    const double y = ahead + length * sin(trailer_yaw) + usual.hitch_offset * sin(yaw);
    begin_at(it, x, y, tractor_trailer_unguided_wrap_angle(yaw), hitch, length);
}

static double passed(double error, double start_error) {
    return floor(limited(1.0 - error / fmax(start_error, 1e-9), 0.0, 1.0) * MILESTONES);
}

int64_t environment_size(void) {
    return sizeof(Environment);
}

/* Begin an episode of each environment: at given poses (5, count), or at drawn ones if `starts` is null. */
void begin_all(Environment *environments, const double *starts, float *observations, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        Environment *it = &environments[i];
        it->random = 0x9E3779B97F4A7C15ULL * (uint64_t)(i + 1);
        if (starts) {
            begin_at(it, starts[i], starts[count + i], starts[2 * count + i], starts[3 * count + i], starts[4 * count + i]);
        } else {
            begin(it);
        }
        observe(it, observations + ENTRIES * i);
    }
}

/* Make a decision in each environment; `causes` are numbers of ends, 4 for the time limit, 0 while an episode goes on. */
void step_all(
    Environment *environments, const float *actions, float *observations, double *rewards, int8_t *causes, int64_t count
) {
    for (int64_t i = 0; i < count; i++) {
        Environment *it = &environments[i];
        const double target = limited(actions[i], -1.0, 1.0);
        it->speed = fmax(it->speed - 1.0 * DT, -1.5);
        it->steer += limited(target - it->steer, -1.0 * DT, 1.0 * DT);
        const tractor_trailer_unguided_control control =
            tractor_trailer_unguided_control_from_command(it->vehicle, it->speed, it->steer, it->params, DT);
        it->vehicle = tractor_trailer_unguided_step(it->vehicle, control, it->params, DT);
        it->decisions++;
        const Errors errors = errors_of(it);
        const double error = size_of(errors);
        const double more = passed(error, it->start_error) - passed(it->least_error, it->start_error);
        double reward = fmax(more, 0.0) / MILESTONES - 0.01 * fabs(target - it->last_steer);
        int cause = 0;
        if (fabs(errors.ahead) <= 0.5 && fabs(errors.left) <= 0.3 && fabs(errors.heading) <= 5.0 * DEGREE) {
            cause = 1, reward += 2.0;
        } else if (fabs(it->vehicle.hitch_angle) > 75.0 * DEGREE) {
            cause = 2, reward -= 1.0;
        } else if (errors.ahead < -1.0 || errors.ahead > 40.0 || fabs(errors.left) > 12.0) {
            cause = 3, reward -= 1.0;
        } else if (it->decisions >= TIME_LIMIT) {
            cause = 4;
        }
        it->least_error = fmin(it->least_error, error);
        it->last_steer = target;
        rewards[i] = reward;
        causes[i] = (int8_t)cause;
        if (cause) {
            begin(it);
        }
        observe(it, observations + ENTRIES * i);
    }
}
