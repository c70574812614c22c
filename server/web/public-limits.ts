import type { RequestHandler } from "express";
import { limitBody } from "./body-limit.ts";
import { limitVisitors } from "./limit-visitors.ts";

/** The limits of public pages: request rate and body size. Their forms contain only two names. */
export const publicLimits = (): RequestHandler[] => [...limitVisitors(), limitBody({ megabytes: 0.1 })];
