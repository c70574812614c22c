/** Vitest's setup for each integration file: sets the environment before any module of the app loads. */
import "./app-environment.ts";
