import { erasure } from "~/core/erasure/erasure.server";

/** Deletes all files of the shop. They are compressed and can't be searched for the customer, and can be created again. */
export const eraseFiles = erasure("files", {
  // Late, because a file that is being written waits for it.
  stage: 145,
  async erase(client, { shop }) {
    await client.query("DELETE FROM file_parts WHERE shop = $1", [shop]);
    await client.query("DELETE FROM files WHERE shop = $1", [shop]);
  },
});
