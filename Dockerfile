# Atelier: one node. Alone it keeps its data in /data; with DATABASE_URL and REDIS_URL it is one of several.
#
#   docker build -t atelier .
#   docker run --read-only --tmpfs /tmp -v atelier:/data -p 127.0.0.1:4100:4100 atelier

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Scripts of packages do not run: nothing that runs in production needs one.
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim AS page
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY schema schema
COPY core core
COPY clients/editor clients/editor
# The page serves the same fonts as pictures.
COPY server/pictures/fonts server/pictures/fonts
RUN node clients/editor/build.ts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4100 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE NOTICE.md CHANGELOG.md ./
COPY schema schema
COPY core core
COPY storage storage
COPY server server
COPY rest rest
COPY clients clients
COPY --from=page /app/clients/editor/dist clients/editor/dist
COPY docs docs
USER node
VOLUME /data
EXPOSE 4100
STOPSIGNAL SIGTERM
# Alive: whether it takes calls is for the load balancer to ask (/readyz).
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
