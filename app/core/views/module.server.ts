import { declareModule } from "~/core/module.server";

import { viewsCalls } from "./calls.server";
import { eraseViews } from "./erase-views.server";
import { viewPages } from "./pages";

export const viewsModule = declareModule({
  folder: "core/views",
  entry: viewPages,
  calls: { views: viewsCalls },
  declares: [eraseViews],
});
