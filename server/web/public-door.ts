import type { RequestHandler } from "express";
import { limitBody } from "./body-limit.ts";
import { limitVisitors } from "./limit-visitors.ts";

/** What stands before the public pages: how often somebody may ask, and how much they may send. Their forms hold two names. */
export const publicDoor = (): RequestHandler[] => [...limitVisitors(), limitBody({ megabytes: 0.1 })];
