/* The C reference: the same models, the same polynomials and the same loop as Motorpool's compiled kernels.

   Compiled by benchmarks/rates/c_reference.py, once for each float type (-DSINGLE is float) and set of flags, with the
   kernels' BLOCK; -DINTERLEAVE=4 gives clang the hint that the kernels give LLVM. `columns` are the fleet's own
   columns, in its order: state, control, params. Rows first..last-1 are stepped in blocks, the time loop inside the
   block; a vehicle whose next state is not finite keeps its last one and gets bit 1 of its status. The first step checks
   the range of all that is read, too (bit 2), and in single precision positions keep what their sums round away in two
   columns more. Names and formulas: models/kinematic/arc.py, its bicycle/arc.py and tracked/arc.py; polynomials:
   compile/vocabulary.py; checks and sums: what compile/columns.py generates. */

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

#define CLOSEST R(1e-6) /* models/kinematic/bicycle/arc.py */

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

/* What a vehicle's next state is added to, and where it is stored. */
#ifdef SINGLE
#define FROM(position) R(0.0)
#define SUM(axis, i)                                                                                                   \
    real moved_##axis = next_##axis + kept_##axis;                                                                     \
    next_##axis = axis[i] + moved_##axis;                                                                              \
    real rest_##axis = moved_##axis - (next_##axis - axis[i]);
#define KEPT(axis, i) real kept_##axis = low_##axis[i];
#define KEPT_IF_SMALL(axis, i)                                                                                         \
    KEPT(axis, i)                                                                                                      \
    kept_##axis = FABS(kept_##axis) <= R(2.384185791015625e-07) * FABS(axis[i]) ? kept_##axis : R(0.0);
#define STORE_REST(axis, i) low_##axis[i] = moves ? rest_##axis : kept_##axis;
#else
#define FROM(position) (position)
#define SUM(axis, i)
#define KEPT(axis, i)
#define KEPT_IF_SMALL(axis, i)
#define STORE_REST(axis, i)
#endif
#define STORE(i)                                                                                                       \
    STORE_REST(x, i)                                                                                                   \
    STORE_REST(y, i)                                                                                                   \
    x[i] = moves ? next_x : x[i];                                                                                      \
    y[i] = moves ? next_y : y[i];                                                                                      \
    yaw[i] = moves ? next_yaw : yaw[i];
#define IS_FINITE(value) (FABS(value) <= MAXIMUM)

/* One model: the first step of a block, which checks, then the others. READS are columns, MOVE sets next_x, next_y and
   next_yaw, KNOWN sums what is read, ALLOWED tells its ranges. */
#define MODEL(name, READS, MOVE, KNOWN, ALLOWED)                                                                       \
    NEVER_INLINE static void name##_begin(real *restrict x, real *restrict y, real *restrict yaw, READS,               \
                                          real *restrict low_x, real *restrict low_y, real *restrict sound,            \
                                          uint32_t *restrict status, int64_t count, real dt)                           \
    {                                                                                                                  \
        OVER_VEHICLES                                                                                                  \
        for (int64_t i = 0; i < count; i++) {                                                                          \
            KEPT_IF_SMALL(x, i)                                                                                        \
            KEPT_IF_SMALL(y, i)                                                                                        \
            MOVE                                                                                                       \
            SUM(x, i)                                                                                                  \
            SUM(y, i)                                                                                                  \
            int is_finite = IS_FINITE((KNOWN) + (next_x + (next_y + next_yaw)));                                       \
            int is_allowed = (ALLOWED);                                                                                \
            int moves = is_finite & is_allowed;                                                                        \
            STORE(i)                                                                                                   \
            status[i] |= (is_finite ? 0u : 1u) | (is_allowed ? 0u : 2u);                                               \
            sound[i] = moves ? R(1.0) : R(0.0);                                                                        \
        }                                                                                                              \
    }                                                                                                                  \
    NEVER_INLINE static void name##_block(real *restrict x, real *restrict y, real *restrict yaw, READS,               \
                                          real *restrict low_x, real *restrict low_y, const real *restrict sound,      \
                                          uint32_t *restrict status, int64_t count, real dt, int64_t steps)            \
    {                                                                                                                  \
        for (int64_t step = 0; step < steps; step++)                                                                   \
            OVER_VEHICLES                                                                                              \
            for (int64_t i = 0; i < count; i++) {                                                                      \
                KEPT(x, i)                                                                                             \
                KEPT(y, i)                                                                                             \
                MOVE                                                                                                   \
                SUM(x, i)                                                                                              \
                SUM(y, i)                                                                                              \
                int is_finite = IS_FINITE(next_x + (next_y + next_yaw));                                               \
                int moves = is_finite & (sound[i] != R(0.0));                                                          \
                STORE(i)                                                                                               \
                status[i] |= is_finite ? 0u : 1u;                                                                      \
            }                                                                                                          \
    }
#define COMMA ,

/* Whether the reference point of a bicycle can move at any speed. */
ALWAYS int is_far_enough(real steer_angle, real speed_reference)
{
    real sine, cosine;
    sine_and_cosine(steer_angle, &sine, &cosine);
    real reference = speed_reference * sine;
    real square = cosine * cosine + reference * reference;
    return (square >= CLOSEST * CLOSEST) | (square != square);
}

#define BICYCLE_READS                                                                                                  \
    const real *restrict steer_angle COMMA const real *restrict speed COMMA const real *restrict wheelbase COMMA       \
    const real *restrict speed_reference COMMA const real *restrict max_steer_angle
#define BICYCLE_MOVE                                                                                                   \
    real sine, cosine;                                                                                                 \
    sine_and_cosine(steer_angle[i], &sine, &cosine);                                                                   \
    real reference = speed_reference[i] * sine;                                                                        \
    real travel = speed[i] * dt / (wheelbase[i] * SQRT(cosine * cosine + reference * reference));                      \
    real turn = travel * sine;                                                                                         \
    real forward = travel * cosine * wheelbase[i];                                                                     \
    real lateral = R(0.5) * wheelbase[i] * turn;                                                                       \
    real middle_sine, middle_cosine;                                                                                   \
    sine_and_cosine(yaw[i] + R(0.5) * turn, &middle_sine, &middle_cosine);                                             \
    real shortening = sinc(R(0.5) * turn);                                                                             \
    real next_x = FROM(x[i]) + shortening * (forward * middle_cosine - lateral * middle_sine);                         \
    real next_y = FROM(y[i]) + shortening * (forward * middle_sine + lateral * middle_cosine);                         \
    real next_yaw = wrap_angle(yaw[i] + turn);
MODEL(bicycle, BICYCLE_READS, BICYCLE_MOVE,
      (steer_angle[i] + speed[i]) + (wheelbase[i] + (speed_reference[i] + max_steer_angle[i])),
      !(steer_angle[i] < R(-1.5707963267948966)) & !(steer_angle[i] > R(1.5707963267948966)) &
      !(max_steer_angle[i] > R(1.5707963267948966)) & !(wheelbase[i] <= R(0.0)) & !(speed_reference[i] < R(0.0)) &
      !(max_steer_angle[i] < R(0.0)) & !(speed_reference[i] > R(1.0)) &
          is_far_enough(steer_angle[i], speed_reference[i]))

#define TRACKED_READS                                                                                                  \
    const real *restrict left_track_speed COMMA const real *restrict right_track_speed COMMA                           \
    const real *restrict track_gauge COMMA const real *restrict max_yaw_rate
#define TRACKED_MOVE                                                                                                   \
    real speed = R(0.5) * (left_track_speed[i] + right_track_speed[i]);                                                \
    real yaw_rate = (right_track_speed[i] - left_track_speed[i]) / track_gauge[i];                                     \
    real turn = yaw_rate * dt;                                                                                         \
    real sine, cosine;                                                                                                 \
    sine_and_cosine(yaw[i] + R(0.5) * turn, &sine, &cosine);                                                           \
    real chord = speed * dt * sinc(R(0.5) * turn);                                                                     \
    real next_x = FROM(x[i]) + chord * cosine;                                                                         \
    real next_y = FROM(y[i]) + chord * sine;                                                                           \
    real next_yaw = wrap_angle(yaw[i] + turn);
MODEL(tracked, TRACKED_READS, TRACKED_MOVE, (left_track_speed[i] + right_track_speed[i]) + (track_gauge[i] + max_yaw_rate[i]),
      !(track_gauge[i] <= R(0.0)) & !(max_yaw_rate[i] <= R(0.0)))

/* The whole of a model: in blocks, the time loop inside the block. COLUMNS are those that it reads, from the third on. */
#define RUN(function, name, COLUMNS)                                                                                   \
    void function(real *const *columns, real *low_x, real *low_y, uint32_t *status, int64_t first, int64_t last,       \
                  double dt, int64_t steps)                                                                            \
    {                                                                                                                  \
        real sound[BLOCK];                                                                                             \
        for (int64_t i = first; i < last; i += BLOCK) {                                                                \
            int64_t count = last - i < BLOCK ? last - i : BLOCK;                                                       \
            name##_begin(columns[0] + i, columns[1] + i, columns[2] + i, COLUMNS, low_x + i, low_y + i, sound,         \
                         status + i, count, (real)dt);                                                                 \
            name##_block(columns[0] + i, columns[1] + i, columns[2] + i, COLUMNS, low_x + i, low_y + i, sound,         \
                         status + i, count, (real)dt, steps - 1);                                                      \
        }                                                                                                              \
    }
#define FOUR columns[3] + i COMMA columns[4] + i COMMA columns[5] + i COMMA columns[6] + i
#define FIVE FOUR COMMA columns[7] + i
RUN(bicycle_arc, bicycle, FIVE)
RUN(tracked_arc, tracked, FOUR)
