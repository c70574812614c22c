import { z } from "zod";

export const count = z.number().int();

export const id = z.uuid("must be the id of a job");
