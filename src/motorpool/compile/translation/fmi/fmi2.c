/*
FMI 2.0, co-simulation. Source of names and signatures: "Functional Mock-up Interface for Model Exchange and
Co-Simulation", version 2.0.4, sections 2.1 and 4.2.
*/
#include "instance.h"

typedef void (*Logger)(void *environment, const char *name, int status, const char *category, const char *text, ...);

typedef struct {
    Logger logger;
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, int);
    void *environment;
} Callbacks;

static void log_2(void *environment, const char *name, const char *message, void *function) {
    Logger logger;
    memcpy(&logger, &function, sizeof logger);
    logger(environment, name, ERROR, "logStatusError", "%s", message);
}

EXPORTED const char *fmi2GetTypesPlatform(void) { return "default"; }
EXPORTED const char *fmi2GetVersion(void) { return "2.0"; }

EXPORTED int fmi2SetDebugLogging(void *c, int on, size_t count, const char *const categories[]) {
    (void)c, (void)on, (void)count, (void)categories;
    return OK;
}

EXPORTED void *fmi2Instantiate(
    const char *name, int type, const char *token, const char *location, const Callbacks *callbacks, int visible, int logging
) {
    (void)location, (void)visible, (void)logging;
    if (type != 1) {
        return NULL; /* it is no model exchange */
    }
    Instance *instance = new_instance(name, token);
    if (instance != NULL && callbacks != NULL && callbacks->logger != NULL) {
        instance->log = log_2;
        instance->environment = callbacks->environment;
        memcpy(&instance->log_function, &callbacks->logger, sizeof instance->log_function);
    }
    return instance;
}

EXPORTED void fmi2FreeInstance(void *c) { free_instance(c); }

EXPORTED int fmi2SetupExperiment(void *c, int has_tolerance, double tolerance, double start, int has_stop, double stop) {
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    ((Instance *)c)->values.time = start;
    return OK;
}

EXPORTED int fmi2EnterInitializationMode(void *c) {
    (void)c;
    return OK;
}

EXPORTED int fmi2ExitInitializationMode(void *c) {
    ((Instance *)c)->phase = RUNNING;
    return OK;
}

EXPORTED int fmi2Terminate(void *c) {
    (void)c;
    return OK;
}

EXPORTED int fmi2Reset(void *c) {
    ((Instance *)c)->values = model_defaults();
    ((Instance *)c)->phase = INITIALIZING;
    return OK;
}

EXPORTED int fmi2GetReal(void *c, const unsigned references[], size_t count, double values[]) {
    return get_values(c, references, count, values);
}

EXPORTED int fmi2SetReal(void *c, const unsigned references[], size_t count, const double values[]) {
    return set_values(c, references, count, values);
}

/* There are real variables only. */
#define NO_VARIABLES(KIND, TYPE)                                                                              \
    EXPORTED int fmi2Get##KIND(void *c, const unsigned references[], size_t count, TYPE values[]) {            \
        (void)c, (void)references, (void)values;                                                               \
        return count == 0 ? OK : ERROR;                                                                        \
    }                                                                                                          \
    EXPORTED int fmi2Set##KIND(void *c, const unsigned references[], size_t count, const TYPE values[]) {      \
        (void)c, (void)references, (void)values;                                                               \
        return count == 0 ? OK : ERROR;                                                                        \
    }
typedef const char *String;
NO_VARIABLES(Integer, int)
NO_VARIABLES(Boolean, int)
NO_VARIABLES(String, String)

EXPORTED int fmi2GetFMUstate(void *c, void **state) { return copy_state(c, state); }
EXPORTED int fmi2SetFMUstate(void *c, void *state) { return restore_state(c, state); }

EXPORTED int fmi2FreeFMUstate(void *c, void **state) {
    (void)c;
    free(*state);
    *state = NULL;
    return OK;
}

EXPORTED int fmi2SerializedFMUstateSize(void *c, void *state, size_t *size) {
    (void)c, (void)state;
    *size = sizeof(MODEL_VALUES);
    return OK;
}

EXPORTED int fmi2SerializeFMUstate(void *c, void *state, char bytes[], size_t size) {
    (void)c;
    if (state == NULL || size < sizeof(MODEL_VALUES)) {
        return ERROR;
    }
    memcpy(bytes, state, sizeof(MODEL_VALUES));
    return OK;
}

EXPORTED int fmi2DeSerializeFMUstate(void *c, const char bytes[], size_t size, void **state) {
    (void)c;
    if (size < sizeof(MODEL_VALUES) || (*state = malloc(sizeof(MODEL_VALUES))) == NULL) {
        return ERROR;
    }
    memcpy(*state, bytes, sizeof(MODEL_VALUES));
    return OK;
}

EXPORTED int fmi2GetDirectionalDerivative(
    void *c, const unsigned unknowns[], size_t unknown_count, const unsigned knowns[], size_t known_count,
    const double seed[], double sensitivity[]
) {
    (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count, (void)seed, (void)sensitivity;
    tell(c, "there are no derivatives");
    return ERROR;
}

EXPORTED int fmi2SetRealInputDerivatives(
    void *c, const unsigned references[], size_t count, const int orders[], const double values[]
) {
    (void)c, (void)references, (void)orders, (void)values;
    return count == 0 ? OK : ERROR; /* inputs are constant over a step */
}

EXPORTED int fmi2GetRealOutputDerivatives(
    void *c, const unsigned references[], size_t count, const int orders[], double values[]
) {
    (void)c, (void)references, (void)orders, (void)values;
    return count == 0 ? OK : ERROR;
}

EXPORTED int fmi2DoStep(void *c, double start, double duration, int no_set_state_before) {
    (void)no_set_state_before;
    return advance(c, start, duration);
}

EXPORTED int fmi2CancelStep(void *c) {
    (void)c;
    return ERROR; /* no step goes on after its call */
}

EXPORTED int fmi2GetStatus(void *c, int kind, int *value) {
    (void)c, (void)kind, (void)value;
    return DISCARD;
}

EXPORTED int fmi2GetRealStatus(void *c, int kind, double *value) {
    if (kind != 2) {
        return DISCARD;
    }
    *value = ((Instance *)c)->values.time; /* the last time that was reached */
    return OK;
}

EXPORTED int fmi2GetIntegerStatus(void *c, int kind, int *value) {
    (void)c, (void)kind, (void)value;
    return DISCARD;
}

EXPORTED int fmi2GetBooleanStatus(void *c, int kind, int *value) {
    (void)c;
    if (kind != 3) {
        return DISCARD;
    }
    *value = 0; /* it never ends by itself */
    return OK;
}

EXPORTED int fmi2GetStringStatus(void *c, int kind, const char **value) {
    (void)c, (void)kind, (void)value;
    return DISCARD;
}
