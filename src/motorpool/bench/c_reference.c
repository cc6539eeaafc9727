/* The C reference: the same models, the same polynomials and the same loop as Motorpool's compiled kernels.

   Compiled by motorpool.bench.c_reference, once for each float type (-DSINGLE is float) and set of flags, with the
   kernels' BLOCK; -DINTERLEAVE=4 gives clang the hint that the kernels give LLVM. `columns` are the fleet's own
   columns, in its order: state, control, params. Rows first..last-1 are stepped in blocks, the time loop inside the
   block; a vehicle whose next state is not finite keeps its last one and gets bit 1 of its status. Names and formulas:
   models/kinematic/arc.py, its bicycle/arc.py and tracked/arc.py; polynomials: compile/vocabulary.py. */

#include <float.h>
#include <math.h>
#include <stdint.h>

#ifdef INTERLEAVE
#define PRAGMA(words) _Pragma(#words)
#define HINT(count) PRAGMA(clang loop interleave_count(count))
#define OVER_VEHICLES HINT(INTERLEAVE)
#else
#define OVER_VEHICLES
#endif
#define ALWAYS static inline __attribute__((always_inline))
#define NEVER_INLINE __attribute__((noinline)) /* inlined, its arguments are no longer "restrict" to gcc */

#ifdef SINGLE
typedef float real;
#define R(literal) literal##f
#define RINT rintf
#define FLOOR floorf
#define CEIL ceilf
#define SQRT sqrtf
#define FABS fabsf
#define MAXIMUM FLT_MAX
#else
typedef double real;
#define R(literal) literal
#define RINT rint
#define FLOOR floor
#define CEIL ceil
#define SQRT sqrt
#define FABS fabs
#define MAXIMUM DBL_MAX
#endif

#ifdef SINGLE
ALWAYS void sine_and_cosine(real angle, real *sine, real *cosine)
{
    real turns = RINT(angle * R(0.3183098861837907));
    real r = ((angle - turns * R(3.140625)) - turns * R(0.0009670257568359375)) - turns * R(6.278329465203569e-07);
    real half = turns * R(0.5);
    real sign = R(1.0) - R(4.0) * (half - FLOOR(half));
    real t = r * r;
    real s = R(-0.00019807417993433774) + t * R(2.603430175440735e-06);
    s = R(0.008333015255630016) + t * s;
    s = R(-0.16666656732559204) + t * s;
    real c = R(2.477379166521132e-05) + t * R(-2.6279826670361217e-07);
    c = R(-0.0013888644753023982) + t * c;
    c = R(0.0416666604578495) + t * c;
    *sine = sign * (r + r * t * s);
    *cosine = sign * (R(1.0) - (R(0.5) * t - t * t * c));
}
#else
ALWAYS void sine_and_cosine(real angle, real *sine, real *cosine)
{
    real turns = RINT(angle * 0.3183098861837907);
    real r = ((angle - turns * 3.1415926534682512) - turns * 1.2154201012607932e-10) - turns * 4.044532497591901e-21;
    real half = turns * 0.5;
    real sign = 1.0 - 4.0 * (half - FLOOR(half));
    real t = r * r;
    real s = -7.642425229092812e-13 + t * 2.7158482021711677e-15;
    s = 1.6058915074925684e-10 + t * s;
    s = -2.5052106309659862e-08 + t * s;
    s = 2.755731920391461e-06 + t * s;
    s = -0.00019841269841158036 + t * s;
    s = 0.008333333333333012 + t * s;
    s = -0.16666666666666663 + t * s;
    real c = 4.777116707328046e-14 + t * -1.5142465691193055e-16;
    c = -1.1470681209705338e-11 + t * c;
    c = 2.0876755937510105e-09 + t * c;
    c = -2.755731921357343e-07 + t * c;
    c = 2.4801587301526617e-05 + t * c;
    c = -0.00138888888888887 + t * c;
    c = 0.041666666666666664 + t * c;
    *sine = sign * (r + r * t * s);
    *cosine = sign * (1.0 - (0.5 * t - t * t * c));
}
#endif

ALWAYS real wrap_angle(real angle)
{
    return angle - R(6.283185307179586) * CEIL(angle * R(0.15915494309189535) - R(0.5));
}

ALWAYS real sinc(real angle)
{
    real square = angle * angle;
    int near_zero = square < R(1e-4);
    real series = R(1.0) - square / R(6.0) * (R(1.0) - square / R(20.0));
    real sine, cosine;
    sine_and_cosine(angle, &sine, &cosine);
    real quotient = sine / (near_zero ? R(1.0) : angle);
    return near_zero ? series : quotient;
}

#define STORE(i)                                                                                                       \
    int is_finite = FABS(next_x + next_y + next_yaw) <= MAXIMUM;                                                       \
    x[i] = is_finite ? next_x : x[i];                                                                                  \
    y[i] = is_finite ? next_y : y[i];                                                                                  \
    yaw[i] = is_finite ? next_yaw : yaw[i];                                                                            \
    status[i] = is_finite ? status[i] : status[i] | 1u;

NEVER_INLINE static void bicycle_block(real *restrict x, real *restrict y, real *restrict yaw, const real *restrict steer_angle,
                          const real *restrict speed, const real *restrict wheelbase,
                          const real *restrict speed_reference, uint32_t *restrict status, int64_t count, real dt,
                          int64_t steps)
{
    for (int64_t step = 0; step < steps; step++)
        OVER_VEHICLES
        for (int64_t i = 0; i < count; i++) {
            real sine, cosine;
            sine_and_cosine(steer_angle[i], &sine, &cosine);
            real reference = speed_reference[i] * sine;
            real travel = speed[i] * dt / (wheelbase[i] * SQRT(cosine * cosine + reference * reference));
            real turn = travel * sine;
            real forward = travel * cosine * wheelbase[i];
            real lateral = R(0.5) * wheelbase[i] * turn;
            real middle_sine, middle_cosine;
            sine_and_cosine(yaw[i] + R(0.5) * turn, &middle_sine, &middle_cosine);
            real shortening = sinc(R(0.5) * turn);
            real next_x = x[i] + shortening * (forward * middle_cosine - lateral * middle_sine);
            real next_y = y[i] + shortening * (forward * middle_sine + lateral * middle_cosine);
            real next_yaw = wrap_angle(yaw[i] + turn);
            STORE(i)
        }
}

NEVER_INLINE static void tracked_block(real *restrict x, real *restrict y, real *restrict yaw, const real *restrict left_track_speed,
                          const real *restrict right_track_speed, const real *restrict track_gauge,
                          uint32_t *restrict status, int64_t count, real dt, int64_t steps)
{
    for (int64_t step = 0; step < steps; step++)
        OVER_VEHICLES
        for (int64_t i = 0; i < count; i++) {
            real speed = R(0.5) * (left_track_speed[i] + right_track_speed[i]);
            real yaw_rate = (right_track_speed[i] - left_track_speed[i]) / track_gauge[i];
            real turn = yaw_rate * dt;
            real sine, cosine;
            sine_and_cosine(yaw[i] + R(0.5) * turn, &sine, &cosine);
            real chord = speed * dt * sinc(R(0.5) * turn);
            real next_x = x[i] + chord * cosine;
            real next_y = y[i] + chord * sine;
            real next_yaw = wrap_angle(yaw[i] + turn);
            STORE(i)
        }
}

void bicycle_arc(real *const *columns, uint32_t *status, int64_t first, int64_t last, double dt, int64_t steps)
{
    for (int64_t i = first; i < last; i += BLOCK)
        bicycle_block(columns[0] + i, columns[1] + i, columns[2] + i, columns[3] + i, columns[4] + i, columns[5] + i,
                      columns[6] + i, status + i, last - i < BLOCK ? last - i : BLOCK, (real)dt, steps);
}

void tracked_arc(real *const *columns, uint32_t *status, int64_t first, int64_t last, double dt, int64_t steps)
{
    for (int64_t i = first; i < last; i += BLOCK)
        tracked_block(columns[0] + i, columns[1] + i, columns[2] + i, columns[3] + i, columns[4] + i, columns[5] + i,
                      status + i, last - i < BLOCK ? last - i : BLOCK, (real)dt, steps);
}
