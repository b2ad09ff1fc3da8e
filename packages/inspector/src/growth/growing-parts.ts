import type { Moment, RequestDetail, ShownBody } from "../wire.js";

/** What is done with each part of a request that grows while it runs. */
export interface PartVisitor {
  moments(moments: readonly Moment[], place: number): readonly Moment[];
  body(body: ShownBody, place: number): ShownBody;
}

/** A request whose growing parts are replaced. A part has the same place as long as the request runs. */
export function mapGrowing(detail: RequestDetail, { moments, body }: PartVisitor): RequestDetail {
  const { request, answer, upstreams } = detail;
  return {
    ...detail,
    moments: moments(detail.moments, 0),
    request: request && body(request, 1),
    answer: answer && { ...answer, body: body(answer.body, 2) },
    upstreams: upstreams.map((upstream, index) => ({
      ...upstream,
      request: body(upstream.request, 3 + 2 * index),
      answer: upstream.answer && {
        ...upstream.answer,
        body: body(upstream.answer.body, 4 + 2 * index),
      },
    })),
  };
}
