import { Router } from "express";
import { shopByDomain } from "../config.ts";
import type { Store } from "../data/database.ts";
import { listReceived, UPLOAD_DIR, uploadPassword } from "./accounts.ts";
import { feedPath, sendFeed } from "./feed.ts";
import type { Receiver } from "./receiver.ts";

/**
 * The feeds of the stand-in of Wyomind's extension: `GET /pricespider/feeds/{shop}/pricespider.csv`. For scripts and tests,
 * `GET /pricespider.json?shop=` answers how the servers of PriceSpider are reached, and what they have received.
 */
export function priceSpiderRoutes(store: Store, receiver: Receiver | undefined): Router {
  const router = Router();
  router.get("/pricespider/feeds/:handle/pricespider.csv", (request, response, next) => {
    sendFeed(store, request, response).catch(next);
  });
  router.get("/pricespider.json", (request, response, next) => {
    const shop = shopByDomain(String(request.query.shop ?? ""));
    if (!shop) return void response.status(404).json({ message: "Unknown shop." });
    listReceived(store, shop)
      .then((files) =>
        response.json({
          feedUrl: store.publicUrl + feedPath(shop),
          host: "localhost",
          ftpPort: receiver?.ftpPort ?? null,
          sftpPort: receiver?.sftpPort ?? null,
          user: shop.handle,
          password: uploadPassword(shop.handle),
          uploadDir: UPLOAD_DIR,
          files,
        }),
      )
      .catch(next);
  });
  return router;
}
