import type { Server as HttpServer } from "node:http";
import { signedInBy } from "~/platform/auth/session-token.server";
import { attachRealtime as attach } from "~/platform/realtime/server.server";
import { app } from "./app.server";
import { roomAudiences } from "./core/declared-name";
import { findAdministrators } from "./platform/auth/administrators.server";

/** Accepts realtime connections of signed-in administrators. @returns a function that closes them */
export function attachRealtime(server: HttpServer): { close(): Promise<void> } {
  return attach(server, {
    audiences: roomAudiences(app.declarations.functions),
    readRights: findAdministrators,
    async authenticate(token) {
      const signedIn = await signedInBy(token);
      return signedIn && { shop: signedIn.shop.domain, administrator: signedIn.administrator };
    },
  });
}
