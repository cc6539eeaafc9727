/*
An instance of the model in this archive, for both versions of the interface.

All variables are one row of numbers: time, greatest step, then the fields of state, control, parameters and ground. A
variable's reference is its place in the row, so getting, setting, copying and storing are the same for all.

model_variables.h names the model: MODEL_TOKEN, MODEL_VALUES (the structure of the row), model_defaults, model_ranges
(the values of the row that a step takes), model_step.
*/
#ifndef MOTORPOOL_INSTANCE_H
#define MOTORPOOL_INSTANCE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_variables.h"

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

enum { OK, WARNING, DISCARD, ERROR, FATAL };
enum { INITIALIZING, RUNNING };

typedef struct {
    MODEL_VALUES values;
    int phase;
    char *name;
    void *environment; /* of the program that uses us */
    void (*log)(void *environment, const char *name, const char *message, void *function);
    void *log_function;
} Instance;

#define COUNT (sizeof(MODEL_VALUES) / sizeof(double))

static void tell(Instance *instance, const char *message) {
    if (instance->log != NULL && instance->log_function != NULL) {
        instance->log(instance->environment, instance->name, message, instance->log_function);
    }
}

static Instance *new_instance(const char *name, const char *token) {
    if (token == NULL || strcmp(token, MODEL_TOKEN) != 0) {
        return NULL; /* the description is of another model */
    }
    Instance *instance = calloc(1, sizeof *instance);
    const size_t length = name == NULL ? 0 : strlen(name);
    char *copy = malloc(length + 1);
    if (instance == NULL || copy == NULL) {
        free(instance);
        free(copy);
        return NULL;
    }
    memcpy(copy, name == NULL ? "" : name, length);
    copy[length] = '\0';
    instance->name = copy;
    instance->values = model_defaults();
    return instance;
}

static void free_instance(Instance *instance) {
    if (instance != NULL) {
        free(instance->name);
        free(instance);
    }
}

static int get_values(Instance *instance, const unsigned references[], size_t count, double values[]) {
    for (size_t i = 0; i < count; i++) {
        if (references[i] >= COUNT) {
            tell(instance, "there is no variable of that reference");
            return ERROR;
        }
        values[i] = ((const double *)&instance->values)[references[i]];
    }
    return OK;
}

static int set_values(Instance *instance, const unsigned references[], size_t count, const double values[]) {
    for (size_t i = 0; i < count; i++) {
        if (references[i] == 0 || references[i] >= COUNT) {
            tell(instance, "there is no variable of that reference that can be set");
            return ERROR;
        }
        if (!isfinite(values[i])) {
            tell(instance, "a value is not finite");
            return ERROR;
        }
    }
    for (size_t i = 0; i < count; i++) {
        ((double *)&instance->values)[references[i]] = values[i];
    }
    return OK;
}

/* Whether a step takes all values of the row; the log says which one it does not. */
static int are_in_range(Instance *instance) {
    for (size_t i = 0; i < COUNT; i++) {
        const value_range range = model_ranges[i];
        const double value = ((const double *)&instance->values)[i];
        const int is_inside = range.is_open ? range.low < value && value < range.high
                                            : range.low <= value && value <= range.high;
        if (!is_inside || !isfinite(value)) {
            char message[256];
            snprintf(message, sizeof message, "%s is %g; it must be %s", range.name, value, range.words);
            tell(instance, message);
            return 0;
        }
    }
    return 1;
}

/* Advance from `start` by `duration` [s] in equal steps, none longer than the greatest. */
static int advance(Instance *instance, double start, double duration) {
    const MODEL_VALUES before = instance->values;
    if (!(duration >= 0.0) || !isfinite(duration)) {
        tell(instance, "the communication step is negative or not finite");
        return ERROR;
    }
    const double greatest = before.max_step > 0.0 ? before.max_step : duration;
    const double wanted = duration > 0.0 ? ceil(duration / greatest * (1.0 - 1e-12)) : 0.0;
    const long steps = wanted < 1e9 ? (long)wanted : 0;
    if (wanted >= 1e9) {
        tell(instance, "the communication step is more than 1e9 steps of max_step");
        return ERROR;
    }
    if (steps > 0 && !are_in_range(instance)) {
        return DISCARD;
    }
    for (long i = 0; i < steps; i++) {
        if (!model_step(&instance->values, duration / (double)steps)) {
            instance->values = before;
            tell(instance, "the controls and parameters together are invalid, or the next state is not finite");
            return DISCARD;
        }
    }
    instance->values.time = start + duration;
    return OK;
}

static int copy_state(const Instance *instance, void **state) {
    if (*state == NULL) {
        *state = malloc(sizeof(MODEL_VALUES));
    }
    if (*state == NULL) {
        return ERROR;
    }
    memcpy(*state, &instance->values, sizeof(MODEL_VALUES));
    return OK;
}

static int restore_state(Instance *instance, const void *state) {
    if (state == NULL) {
        return ERROR;
    }
    memcpy(&instance->values, state, sizeof(MODEL_VALUES));
    return OK;
}

#endif /* MOTORPOOL_INSTANCE_H */
