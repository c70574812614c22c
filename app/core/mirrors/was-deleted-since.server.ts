/** SQL that is true of a row that was deleted after its reading began. $1 is the shop. The others are expressions. */
export const wasDeletedSince = (mirror: string, id: string, readAt: string): string =>
  `EXISTS (SELECT FROM mirror_tombstones AS gone
            WHERE gone.shop = $1 AND gone.mirror = ${mirror} AND gone.id = ${id} AND gone.deleted_at >= ${readAt})`;
