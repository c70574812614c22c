import { z } from "zod";

/** Knobs for session tokens, set on the Faults page or with PUT /knobs/session-token. */
export const sessionTokenKnobsSchema = z.strictObject({
  /** Lifetime of a session token in seconds (60 at Shopify). With zero or less, tokens are already expired. */
  lifetimeSeconds: z.number().int().min(-3600).max(3600),
});

export type SessionTokenKnobs = z.infer<typeof sessionTokenKnobsSchema>;

/** Shopify's setting. */
export const initialSessionTokenKnobs = (): SessionTokenKnobs => ({ lifetimeSeconds: 60 });
