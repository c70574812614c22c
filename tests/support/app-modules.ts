/** Vitest's setup for each unit and integration file: sets the environment before any module of the app loads. */
import "./app-environment.ts";
import { setPauseFactor } from "~/platform/deadline.server";
import { PAUSE_FACTOR } from "./pause-factor.ts";

setPauseFactor(PAUSE_FACTOR);
