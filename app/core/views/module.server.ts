import { defineModule } from "~/core/module.server";
import { viewsContract } from "./contract";
import { eraseViews } from "./erase-views.server";
import { viewPages } from "./pages";
import { viewsRouter } from "./views.server";

export const viewsModule = defineModule({
  folder: "core/views",
  pages: viewPages,
  calls: { contract: { views: viewsContract }, router: { views: viewsRouter } },
  erasures: [eraseViews],
});
