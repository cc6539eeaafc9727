/** Description of a vehicle's activity in the small world. */

import { FOLLOW, NOTHING, ROUTE } from '../../../generated/world/stages'
import type { SmallWorld } from './simulation'

const STANDING = 0.3 // [m/s]
const OBJECT = 1 // kind of a seen obstacle

export function doing(world: SmallWorld, i: number): string {
  const { goal, course, avoidance, perception } = world.autopilot
  const { memory, route, convoys } = world
  const isStanding = Math.abs(world.entity.motion.speed[i]) < STANDING
  if (course.backOffTime[i] > 0) return 'backs off'
  if (memory.isFollowingWall[i] > 0.5) return 'looks for a way round'
  if (goal.goal[i] === ROUTE && route.hasArrived[i]) return 'has arrived, and stands'
  if (perception.seen[i] !== NOTHING) {
    const what =
      perception.seen[i] === OBJECT ? seenObject(world, i) : `vehicle ${perception.seenIndex[i] + 1}`
    if (isStanding) return `waits for ${what}`
    if (avoidance.isAvoiding[i] > 0.5) return `gets round ${what}`
    return `minds ${what}`
  }
  if (isStanding) return 'stands'
  if (goal.goal[i] === FOLLOW) return `follows vehicle ${convoys.leader[i] + 1}`
  if (goal.goal[i] === ROUTE) return route.routeLoops[i] ? 'follows the road' : 'drives to the meeting point'
  return 'wanders'
}

function seenObject(world: SmallWorld, i: number): string {
  const kind = world.start.objects.kind[world.autopilot.perception.seenIndex[i]]
  return kind === 'conifer' || kind === 'broadleaf' ? 'a tree' : `a ${kind}`
}
