import { declareModule } from "~/core/module.server";

import { eraseViews, viewsCalls } from "./calls.server";
import { viewPages } from "./pages";

export const viewsModule = declareModule({
  folder: "core/views",
  entry: viewPages,
  calls: { views: viewsCalls },
  declares: [eraseViews],
});
