// Narrowing: every legal move is a set of targets; pressing targets leaves fewer moves, until one is left.
// Plain functions over data, without a page.

/** The moves that have all the targets. */
export function having(moves, targets) {
  return moves.filter((move) => targets.every((t) => move.targets.includes(t)));
}

/**
 * What pressing a target means.
 *
 * @param data the page's data: moves, alternatives, draft
 * @param picked the targets pressed so far
 * @returns {kind: "move", move} to play or compose it · {kind: "replace", move} in place of the draft's end ·
 *   {kind: "narrow", picked} more presses are needed · {kind: "same"} it is what the draft has · {kind: "none"}
 */
export function press(data, picked, target) {
  for (const wanted of picked.length ? [[...picked, target], [target]] : [[target]]) {
    const left = having(data.moves, wanted);
    if (left.length === 1) return { kind: "move", move: left[0] };
    if (left.length) return { kind: "narrow", picked: wanted };
  }
  const last = data.draft.moves.at(-1);
  if (last === undefined) return { kind: "none" };
  const composed = data.alternatives.find((m) => m.back === 1 && m.text === last);
  const kept = (move) => (composed ? move.targets.filter((t) => composed.targets.includes(t)).length : 0);
  const left = having(data.alternatives, [target]);
  if (!left.length) return { kind: "none" };
  const nearest = Math.min(...left.map((m) => m.back));
  const choice = left.filter((m) => m.back === nearest);
  const most = Math.max(...choice.map(kept));
  const best = choice.filter((m) => kept(m) === most);
  if (best.some((m) => m === composed)) return { kind: "same" };
  if (best.length === 1) return { kind: "replace", move: best[0] };
  return { kind: "narrow", picked: [target] };
}

/** The targets that lead somewhere after those picked. */
export function open(data, picked) {
  const left = picked.length ? having(data.moves, picked) : data.moves;
  return new Set(left.flatMap((m) => m.targets));
}
