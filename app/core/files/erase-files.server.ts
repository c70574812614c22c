import { erasure } from "~/core/erasure/erasure.server";

/** Deletes all files of the shop. They are compressed and can't be searched for the customer, and can be created again. */
export const eraseFiles = erasure("files", {
  // Late, because a file that is being written waits for it.
  stage: 145,
  async erase(client, { shop }) {
    // Waits for parts that are being written, so that the next statement sees them.
    await client.query("DELETE FROM files WHERE shop = $1", [shop]);
    // The parts of a file that was begun in between stay.
    await client.query(
      `DELETE FROM file_parts WHERE shop = $1
          AND NOT EXISTS (SELECT 1 FROM files WHERE files.shop = file_parts.shop AND id = file_id)`,
      [shop],
    );
  },
});
