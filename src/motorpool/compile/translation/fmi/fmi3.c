/*
FMI 3.0, co-simulation. Source of names and signatures: "Functional Mock-up Interface Specification", version 3.0.2,
sections 2 and 4.
*/
#include "instance.h"

#include <stdbool.h>

typedef void (*Logger)(void *environment, int status, const char *category, const char *text);
typedef const char *String;
typedef const uint8_t *Binary;

static void log_3(void *environment, const char *name, const char *message, void *function) {
    (void)name;
    Logger logger;
    memcpy(&logger, &function, sizeof logger);
    logger(environment, ERROR, "logStatusError", message);
}

EXPORTED const char *fmi3GetVersion(void) { return "3.0"; }

EXPORTED int fmi3SetDebugLogging(void *c, bool on, size_t count, const String categories[]) {
    (void)c, (void)on, (void)count, (void)categories;
    return OK;
}

EXPORTED void *fmi3InstantiateModelExchange(
    String name, String token, String resources, bool visible, bool logging, void *environment, Logger logger
) {
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)environment, (void)logger;
    return NULL; /* it is for co-simulation */
}

EXPORTED void *fmi3InstantiateScheduledExecution(
    String name, String token, String resources, bool visible, bool logging, void *environment, Logger logger,
    void (*clock)(void *), void (*lock)(void), void (*unlock)(void)
) {
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)environment, (void)logger;
    (void)clock, (void)lock, (void)unlock;
    return NULL;
}

EXPORTED void *fmi3InstantiateCoSimulation(
    String name, String token, String resources, bool visible, bool logging, bool events, bool early,
    const unsigned intermediate[], size_t intermediate_count, void *environment, Logger logger, void *update
) {
    (void)resources, (void)visible, (void)logging, (void)events, (void)early, (void)intermediate;
    (void)intermediate_count, (void)update;
    Instance *instance = new_instance(name, token);
    if (instance != NULL && logger != NULL) {
        instance->log = log_3;
        instance->environment = environment;
        memcpy(&instance->log_function, &logger, sizeof instance->log_function);
    }
    return instance;
}

EXPORTED void fmi3FreeInstance(void *c) { free_instance(c); }

EXPORTED int fmi3EnterInitializationMode(
    void *c, bool has_tolerance, double tolerance, double start, bool has_stop, double stop
) {
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    ((Instance *)c)->values.time = start;
    return OK;
}

EXPORTED int fmi3ExitInitializationMode(void *c) {
    ((Instance *)c)->phase = RUNNING;
    return OK;
}

EXPORTED int fmi3Reset(void *c) {
    ((Instance *)c)->values = model_defaults();
    ((Instance *)c)->phase = INITIALIZING;
    return OK;
}

/* Changes of mode that ask nothing of a model without events. */
#define NOTHING_TO_DO(NAME)       \
    EXPORTED int NAME(void *c) {  \
        (void)c;                  \
        return OK;                \
    }
NOTHING_TO_DO(fmi3Terminate)
NOTHING_TO_DO(fmi3EnterEventMode)
NOTHING_TO_DO(fmi3EnterStepMode)
NOTHING_TO_DO(fmi3EnterConfigurationMode)
NOTHING_TO_DO(fmi3ExitConfigurationMode)
NOTHING_TO_DO(fmi3EvaluateDiscreteStates)

EXPORTED int fmi3GetFloat64(void *c, const unsigned references[], size_t count, double values[], size_t value_count) {
    return count == value_count ? get_values(c, references, count, values) : ERROR;
}

EXPORTED int fmi3SetFloat64(
    void *c, const unsigned references[], size_t count, const double values[], size_t value_count
) {
    return count == value_count ? set_values(c, references, count, values) : ERROR;
}

/* There are variables of 64-bit numbers only. */
#define NO_VARIABLES(KIND, TYPE)                                                                                     \
    EXPORTED int fmi3Get##KIND(void *c, const unsigned references[], size_t count, TYPE values[], size_t n) {         \
        (void)c, (void)references, (void)values, (void)n;                                                             \
        return count == 0 ? OK : ERROR;                                                                               \
    }                                                                                                                 \
    EXPORTED int fmi3Set##KIND(void *c, const unsigned references[], size_t count, const TYPE values[], size_t n) {   \
        (void)c, (void)references, (void)values, (void)n;                                                             \
        return count == 0 ? OK : ERROR;                                                                               \
    }
NO_VARIABLES(Float32, float)
NO_VARIABLES(Int8, int8_t)
NO_VARIABLES(UInt8, uint8_t)
NO_VARIABLES(Int16, int16_t)
NO_VARIABLES(UInt16, uint16_t)
NO_VARIABLES(Int32, int32_t)
NO_VARIABLES(UInt32, uint32_t)
NO_VARIABLES(Int64, int64_t)
NO_VARIABLES(UInt64, uint64_t)
NO_VARIABLES(Boolean, bool)
NO_VARIABLES(String, String)

EXPORTED int fmi3GetBinary(
    void *c, const unsigned references[], size_t count, size_t sizes[], Binary values[], size_t n
) {
    (void)c, (void)references, (void)sizes, (void)values, (void)n;
    return count == 0 ? OK : ERROR;
}

EXPORTED int fmi3SetBinary(
    void *c, const unsigned references[], size_t count, const size_t sizes[], const Binary values[], size_t n
) {
    (void)c, (void)references, (void)sizes, (void)values, (void)n;
    return count == 0 ? OK : ERROR;
}

EXPORTED int fmi3GetClock(void *c, const unsigned references[], size_t count, bool values[]) {
    (void)c, (void)references, (void)values;
    return count == 0 ? OK : ERROR;
}

EXPORTED int fmi3SetClock(void *c, const unsigned references[], size_t count, const bool values[]) {
    (void)c, (void)references, (void)values;
    return count == 0 ? OK : ERROR;
}

EXPORTED int fmi3GetNumberOfVariableDependencies(void *c, unsigned reference, size_t *count) {
    (void)c, (void)reference, (void)count;
    return ERROR;
}

EXPORTED int fmi3GetVariableDependencies(
    void *c, unsigned dependent, size_t dependent_elements[], unsigned independents[], size_t elements[], int kinds[],
    size_t count
) {
    (void)c, (void)dependent, (void)dependent_elements, (void)independents, (void)elements, (void)kinds, (void)count;
    return ERROR;
}

EXPORTED int fmi3GetFMUState(void *c, void **state) { return copy_state(c, state); }
EXPORTED int fmi3SetFMUState(void *c, void *state) { return restore_state(c, state); }

EXPORTED int fmi3FreeFMUState(void *c, void **state) {
    (void)c;
    free(*state);
    *state = NULL;
    return OK;
}

EXPORTED int fmi3SerializedFMUStateSize(void *c, void *state, size_t *size) {
    (void)c, (void)state;
    *size = sizeof(MODEL_VALUES);
    return OK;
}

EXPORTED int fmi3SerializeFMUState(void *c, void *state, uint8_t bytes[], size_t size) {
    (void)c;
    if (state == NULL || size < sizeof(MODEL_VALUES)) {
        return ERROR;
    }
    memcpy(bytes, state, sizeof(MODEL_VALUES));
    return OK;
}

EXPORTED int fmi3DeserializeFMUState(void *c, const uint8_t bytes[], size_t size, void **state) {
    (void)c;
    if (size < sizeof(MODEL_VALUES) || (*state = malloc(sizeof(MODEL_VALUES))) == NULL) {
        return ERROR;
    }
    memcpy(*state, bytes, sizeof(MODEL_VALUES));
    return OK;
}

#define NO_DERIVATIVES(NAME)                                                                                     \
    EXPORTED int NAME(                                                                                           \
        void *c, const unsigned unknowns[], size_t unknown_count, const unsigned knowns[], size_t known_count,   \
        const double seed[], size_t seed_count, double sensitivity[], size_t sensitivity_count                   \
    ) {                                                                                                          \
        (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count, (void)seed, (void)seed_count;      \
        (void)sensitivity, (void)sensitivity_count;                                                              \
        tell(c, "there are no derivatives");                                                                     \
        return ERROR;                                                                                            \
    }
NO_DERIVATIVES(fmi3GetDirectionalDerivative)
NO_DERIVATIVES(fmi3GetAdjointDerivative)

EXPORTED int fmi3GetOutputDerivatives(
    void *c, const unsigned references[], size_t count, const int32_t orders[], double values[], size_t value_count
) {
    (void)c, (void)references, (void)orders, (void)values, (void)value_count;
    return count == 0 ? OK : ERROR;
}

EXPORTED int fmi3UpdateDiscreteStates(
    void *c, bool *need_update, bool *terminate, bool *nominals_changed, bool *values_changed, bool *has_next, double *next
) {
    (void)c, (void)next;
    *need_update = *terminate = *nominals_changed = *values_changed = *has_next = false;
    return OK;
}

EXPORTED int fmi3DoStep(
    void *c, double start, double duration, bool no_set_state_before, bool *event, bool *terminate, bool *early,
    double *last_time
) {
    (void)no_set_state_before;
    const int status = advance(c, start, duration);
    *event = *terminate = *early = false;
    *last_time = ((Instance *)c)->values.time;
    return status;
}

/* What belongs to model exchange, clocks and scheduled execution, none of which there is. */
#define REFUSED(NAME, ...)                      \
    EXPORTED int NAME(void *c, __VA_ARGS__) {   \
        tell(c, #NAME " is not supported");     \
        return ERROR;                           \
    }
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
REFUSED(fmi3GetIntervalDecimal, const unsigned r[], size_t n, double intervals[], int qualifiers[])
REFUSED(fmi3GetIntervalFraction, const unsigned r[], size_t n, uint64_t counters[], uint64_t resolutions[], int kinds[])
REFUSED(fmi3GetShiftDecimal, const unsigned r[], size_t n, double shifts[])
REFUSED(fmi3GetShiftFraction, const unsigned r[], size_t n, uint64_t counters[], uint64_t resolutions[])
REFUSED(fmi3SetIntervalDecimal, const unsigned r[], size_t n, const double intervals[])
REFUSED(fmi3SetIntervalFraction, const unsigned r[], size_t n, const uint64_t counters[], const uint64_t resolutions[])
REFUSED(fmi3SetShiftDecimal, const unsigned r[], size_t n, const double shifts[])
REFUSED(fmi3SetShiftFraction, const unsigned r[], size_t n, const uint64_t counters[], const uint64_t resolutions[])
REFUSED(fmi3CompletedIntegratorStep, bool no_set_state_before, bool *enter_event_mode, bool *terminate)
REFUSED(fmi3SetTime, double time)
REFUSED(fmi3SetContinuousStates, const double states[], size_t n)
REFUSED(fmi3GetContinuousStateDerivatives, double derivatives[], size_t n)
REFUSED(fmi3GetEventIndicators, double indicators[], size_t n)
REFUSED(fmi3GetContinuousStates, double states[], size_t n)
REFUSED(fmi3GetNominalsOfContinuousStates, double nominals[], size_t n)
REFUSED(fmi3GetNumberOfEventIndicators, size_t *n)
REFUSED(fmi3GetNumberOfContinuousStates, size_t *n)
REFUSED(fmi3ActivateModelPartition, unsigned clock, double time)

EXPORTED int fmi3EnterContinuousTimeMode(void *c) {
    tell(c, "fmi3EnterContinuousTimeMode is not supported");
    return ERROR;
}
