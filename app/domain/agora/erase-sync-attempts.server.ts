import { deleteRowsOf, erasure } from "~/core/erasure/erasure.server";

export const eraseSyncAttempts = erasure("Agora sync attempts", {
  stage: 32,
  erase: (client, person) => deleteRowsOf(client, person, ["sync_attempts"]),
});
