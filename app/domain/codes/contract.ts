import { z } from "zod";
import { call } from "~/platform/contract/call";
import { MAX_PARTNER_LENGTH, MAX_PARTNERS } from "./limits";
import { HANDLE_NOT_VALID, PARTNER_NAME_NOT_VALID } from "./messages";
import { isPartnerHandle } from "./partner-handle";

/** A partner that registration codes are issued to. */
export const partner = z.object({ handle: z.string(), name: z.string() });
export type Partner = z.infer<typeof partner>;

const writtenPartner = z.object({
  handle: z
    .string()
    .trim()
    .max(MAX_PARTNER_LENGTH, HANDLE_NOT_VALID)
    .refine(isPartnerHandle, HANDLE_NOT_VALID),
  name: z.string().trim().min(1, PARTNER_NAME_NOT_VALID).max(MAX_PARTNER_LENGTH, PARTNER_NAME_NOT_VALID),
});

const answer = z.object({ status: z.literal(true), msg: z.string(), list: z.array(partner) });

/** The calls about the partners of registration codes. */
export const partnersContract = {
  list: call("showRegistrationCodes")
    .route({
      method: "GET",
      path: "/registrationCodes/partners",
      summary: "The partners of registration codes, in the order of Settings",
    })
    .output(answer),
  save: call("owner")
    .route({
      method: "PUT",
      path: "/registrationCodes/partners",
      summary: "Replace the list of partners. One with registration codes can't be removed",
    })
    .input(
      z.object({
        list: z.array(writtenPartner).max(MAX_PARTNERS, `must have at most ${MAX_PARTNERS} partners`),
        /** The list that the change was made from: 409 when another one is stored. */
        seen: z.array(partner).max(MAX_PARTNERS).optional(),
      }),
    )
    .output(answer.extend({ changed: z.boolean() })),
};
