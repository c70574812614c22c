import { implement } from "@orpc/server";
import { registrationRouter } from "~/domain/registrations/calls.server";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import { studentsContract } from "./contract";
import { saveDiscountLimit } from "./discount-limit.server";
import { studentsList } from "./list";
import { readDiscountLimit } from "./stored-limit.server";

const calls = implement(studentsContract).$context<CallContext>().use(door);

/** The calls of the Students screen. */
export const studentsRouter = {
  ...registrationRouter(studentsContract, "student", studentsList),
  defaultDiscountLimit: calls.defaultDiscountLimit.handler(async ({ context }) => ({
    value: await readDiscountLimit(context.shop.domain),
  })),
  saveDefaultDiscountLimit: calls.saveDefaultDiscountLimit.handler(async ({ input, context }) => ({
    value: await saveDiscountLimit(context, input.default_discount_limit),
  })),
};
