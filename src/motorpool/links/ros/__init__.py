"""Robot programs: ROS 2 by rosbridge and Zenoh, bags, and Foxglove."""
