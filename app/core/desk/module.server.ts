import { declareModule } from "~/core/module.server";
import { deskCalls } from "./calls.server";

export const deskModule = declareModule({ folder: "core/desk", calls: { desk: deskCalls } });
