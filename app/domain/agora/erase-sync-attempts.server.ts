import { deleteRowsOf, erasure } from "~/core/erasure/erasure.server";

/** Before the rules' candidates: a push locks its attempt, and then queues the customer for the rules. */
export const eraseSyncAttempts = erasure("Agora sync attempts", {
  stage: 29,
  erase: (client, person) => deleteRowsOf(client, person, ["sync_attempts"]),
});
