// Drives a vehicle through rosbridge by roslib, and prints what its odometry says: node drive_with_roslib.mjs ROSLIB URL
const [roslib, url] = process.argv.slice(2)
const { Ros, Topic } = await import(roslib)

const ros = new Ros({ url })
await new Promise((resolve, reject) => {
  ros.on('connection', resolve)
  ros.on('error', reject)
})
const { topics, types } = await new Promise((resolve, reject) => ros.getTopics(resolve, reject))
const name = topics.find((topic) => topic.endsWith('/cmd_vel'))
const commands = new Topic({ ros, name, messageType: 'geometry_msgs/msg/Twist' })
const odometry = new Topic({
  ros,
  name: name.replace('/cmd_vel', '/odom'),
  messageType: 'nav_msgs/Odometry',
  throttle_rate: 50,
})
commands.advertise()
const repeat = setInterval(
  () => commands.publish({ linear: { x: 4, y: 0, z: 0 }, angular: { x: 0, y: 0, z: 0.2 } }),
  50,
)
odometry.subscribe((message) => {
  const { pose, twist, header, child_frame_id } = { ...message, pose: message.pose.pose, twist: message.twist.twist }
  if (Math.hypot(pose.position.x, pose.position.y) < 8) return
  clearInterval(repeat)
  odometry.unsubscribe()
  const index = topics.indexOf(name)
  console.log(JSON.stringify({ name, type: types[index], pose, twist, frame: header.frame_id, child_frame_id }))
  ros.close()
})
