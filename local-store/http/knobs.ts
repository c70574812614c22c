import { z } from "zod";

/** How the store hands out session tokens; turned on the Faults page or by PUT /knobs/session-token. */
export const sessionTokenKnobsSchema = z.strictObject({
  /** Life of a session token in seconds. Shopify's live 60; zero or less hands out expired ones. */
  lifetimeSeconds: z.number().int().min(-3600).max(3600),
});

export type SessionTokenKnobs = z.infer<typeof sessionTokenKnobsSchema>;

/** Shopify's own setting. */
export const initialSessionTokenKnobs = (): SessionTokenKnobs => ({ lifetimeSeconds: 60 });
