FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY src/xstate-visit/package.json src/xstate-visit/
COPY tests/machines/extractor tests/machines/extractor
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

# The user owns no file of the image and runs Node's binary from the lock file. The server creates its data folder in /data.
FROM node:26-slim
WORKDIR /app
COPY --from=build /app /app
RUN install --directory --mode=1777 /data
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data/nobar-now
EXPOSE 3000
VOLUME /data
HEALTHCHECK CMD ["node_modules/.bin/node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node_modules/.bin/node", "src/server/main.ts"]
